"""How a system is started: an external server, programs found here, a container, a worker process.

Engines import from this package; nothing here knows a particular system.
"""

from .choosing import choose
from .container import Container
from .external import external_url
from .inner import Inner
from .native import Native
from .programs import Programs, Server
from .server import ServerEngine
from .worker import WorkerEngine

__all__ = [
    "Container",
    "Inner",
    "Native",
    "Programs",
    "Server",
    "ServerEngine",
    "WorkerEngine",
    "choose",
    "external_url",
]
