"""The website from executed notebooks: executing them, rendering by Quarto, the preview where there is none."""
