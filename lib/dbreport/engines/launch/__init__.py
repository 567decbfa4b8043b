"""How a system is started: an external server, programs found here, a container, a worker process.

Engines import from this package; nothing here knows a particular system.
"""
