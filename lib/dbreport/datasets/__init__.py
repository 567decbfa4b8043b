"""Seeded, streaming generators: the same seed gives the same rows on every machine."""
