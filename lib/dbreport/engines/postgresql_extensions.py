"""Extensions of PostgreSQL as our statements use them: one that is there is used where it is; one that is not is made.

What was made says so (`MARK`) and goes with our schema. Not here: which experiment needs which.
"""

from .base import MARK


def using(extension: str, sql: str) -> tuple[str, str]:
    """Return statements that make an extension be there and then run `sql`, which returns nothing.

    `%1$s` in `sql` stands for the schema the extension is in, which a session of ours does not see unless it is ours.
    """
    return (
        made(extension),
        f"DO $$BEGIN EXECUTE format($sql${sql}$sql$, ({schema_of(extension)})); END$$",
    )


def made(extension: str) -> str:
    """Return the statement that makes an extension, saying so, unless it is there."""
    return (
        f"DO $$BEGIN IF NOT EXISTS (SELECT FROM pg_extension WHERE extname = '{extension}') THEN"
        f" CREATE EXTENSION {extension}; COMMENT ON EXTENSION {extension} IS '{MARK}'; END IF; END$$"
    )


def schema_of(extension: str) -> str:
    """Return the statement that tells the schema an extension is in, quoted where it must be."""
    return f"SELECT extnamespace::regnamespace FROM pg_extension WHERE extname = '{extension}'"
