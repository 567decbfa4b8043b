WORDS = {}
