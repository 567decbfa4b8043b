"""Citus columnar: PostgreSQL with tables by columns, the part of Citus that does that."""

from .columnar import Columnar


class CitusColumnar(Columnar):
    name = extension = "citus_columnar"
    image = "citusdata/citus"
