"""Hydra columnar: PostgreSQL with tables by columns, made from Citus's access method. Its makers have given it up."""

from __future__ import annotations

from .columnar import Columnar


class Hydra(Columnar):
    name = "hydra"
    extension = "columnar"
    image = "hydradatabase/hydra"
