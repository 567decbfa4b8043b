"""Numbers, sizes, times and names of cases as a reader wants them written. Knows neither Plotly nor HTML."""

from .words import known, word


def seconds(value: float) -> str:
    """Write a duration with a unit that keeps it readable."""
    if value == 0:
        return "0 s"
    if value < 0.9995e-6:
        return f"{value * 1e9:.3g} ns"
    if value < 9.95e-6:
        return f"{value * 1e6:.2g} µs"
    if value < 0.001:
        return f"{value * 1e6:.0f} µs"
    if value < 0.9995:
        return f"{value * 1e3:.3g} ms"
    return f"{digits(value)} s"


def digits(value: float) -> str:
    """Write a number with three digits, or all of those before the point; never as a power of ten."""
    return f"{value:.3g}" if abs(value) < 999.5 else f"{value:,.0f}"


def size(n_bytes: float) -> str:
    """Write a number of bytes with the unit that keeps it short."""
    for unit, scale in (("GB", 1e9), ("MB", 1e6), ("KB", 1e3)):
        if n_bytes >= 0.9995 * scale:
            return f"{digits(n_bytes / scale)} {unit}"
    return f"{n_bytes:.0f} B"


def written(value: float, fmt: str) -> str:
    """Write a value as `seconds`, `ratio`, `rate` (a second), `bytes`, `size` (bytes in a larger unit) or `count`."""
    if fmt == "seconds":
        return seconds(value)
    if fmt == "size":
        return size(value)
    return digits(value) + {"ratio": "×", "rate": "/s", "bytes": " B", "count": ""}[fmt]


def case_label(case: str, lang: str) -> str:
    """Return the words for a case, falling back to its last part."""
    for key in (f"case.{case}", f"case.{case.partition('.')[2]}"):
        if known(key):
            return word(key, lang)
    return case


def begun(text: str) -> str:
    """Return a text as it stands at the beginning of a sentence."""
    return text[:1].upper() + text[1:]


def launched(launcher: str, lang: str) -> str:
    """Return the words for how a system was started, falling back to what a file says."""
    key = f"launcher.{launcher}"
    return word(key, lang) if known(key) else launcher


def count(n: int, lang: str) -> str:
    """Write a number of rows the way each language counts."""
    if lang == "zh":
        if n >= 10**4 and n % 100:  # 1.0141 万 is what nobody says
            return f"{n:,}"
        return f"{n / 1e8:g} 亿" if n >= 10**8 else f"{n / 1e4:g} 万" if n >= 10**4 else str(n)
    if n >= 10**9:
        return f"{n / 1e9:g} billion"
    return f"{n / 1e6:g} million" if n >= 10**6 else f"{n:,}"


def before_noun(number: str, lang: str) -> str:
    """Return a number as it stands before a noun: in Chinese a digit stands apart from it, 500 行 and 5 亿行."""
    return f"{number} " if lang == "zh" and number[-1:].isdigit() else number


def so_many(n: int, lang: str) -> str:
    """Write a number of rows as `count` does, for its noun to follow."""
    return before_noun(count(n, lang), lang)
