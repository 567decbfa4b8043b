"""A built site on this machine's loopback address, for a reader or for a browser that prints it."""

import functools
import http.server
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http import HTTPStatus
from pathlib import Path
from typing import Any

from ..errors import SiteFailed, UsageError


def serve(port: int, site: Path = Path("_site")) -> None:
    """Serve a built site on loopback until interrupted.

    Raises UsageError where the port cannot be had, SiteFailed where nothing was built.
    """
    if not 0 <= port <= 65535:
        raise UsageError(f"port {port} is not between 0 and 65535; choose another with --port")
    if not (site / "index.html").is_file():
        raise SiteFailed(f"{site} holds no site; run: dbreport site")
    try:
        server = _server(port, site)
    except OSError as error:
        raise UsageError(f"port {port} cannot be had ({error.strerror}); choose another with --port") from error
    with server:
        print(f"serving {_address(server)}/ (Ctrl-C to stop)", flush=True)
        try:
            server.serve_forever()
        except KeyboardInterrupt:
            print()


@contextmanager
def served(site: Path) -> Iterator[str]:
    """Serve a site on a free port while the block runs; give its address."""
    with _server(0, site) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        try:
            yield _address(server)
        finally:  # a thread that serves a closed socket spins for as long as the process lives
            server.shutdown()


def _server(port: int, site: Path) -> http.server.ThreadingHTTPServer:
    return http.server.ThreadingHTTPServer(("127.0.0.1", port), functools.partial(_QuietHandler, directory=str(site)))


def _address(server: http.server.ThreadingHTTPServer) -> str:
    return f"http://127.0.0.1:{server.server_address[1]}"


class _QuietHandler(http.server.SimpleHTTPRequestHandler):
    """Static files, always fresh: a rebuilt page must not come from the browser's cache.

    What lies outside the site is not there, by whatever link, and neither is a name no file can have.
    """

    def send_head(self) -> Any:
        try:
            path = Path(self.translate_path(self.path))
            real = [part.resolve() for part in (path, *(path / page for page in ("index.html", "index.htm")))]
            outside = any(not part.is_relative_to(Path(self.directory).resolve()) for part in real)
        except (ValueError, OSError, RuntimeError):  # a zero or half a character in the name, a link to itself
            outside = True
        if outside:
            self.send_error(HTTPStatus.NOT_FOUND)
            return None
        return super().send_head()

    def end_headers(self) -> None:
        self.send_header("Cache-Control", "no-cache")
        super().end_headers()

    def log_message(self, format: str, *args: Any) -> None:
        pass
