"""Load generators: compiled programs that put a server under load, and what they print turned into numbers.

Not here: what to measure with them (runners), how a server is started (engines).
"""
