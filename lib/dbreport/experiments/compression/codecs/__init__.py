"""Compression methods: what there is (`methods`), how each is called (`libraries`), how it is measured in a process
of its own (`measured`, `child`). Knows no experiment; the libraries are imported when first needed.
"""
