"""Hydra columnar: tables by columns, made from Citus's access method; its last release is of April 2024."""

from .columnar import Columnar


class Hydra(Columnar):
    name = "hydra"
    extension = "columnar"
    image = "hydradatabase/hydra"
