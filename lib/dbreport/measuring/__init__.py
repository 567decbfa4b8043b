"""What makes a measurement one that can be trusted and kept. Knows no engine."""
