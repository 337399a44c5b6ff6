"""A file of rows, CSV or Parquet by its name, written a batch at a time."""

import csv
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec

from pitboss.errors import PitbossError

TYPES = {int: "int64", float: "float64", str: "string"}


class BadRowFile(PitbossError):
    """A file of rows that cannot be written."""


class RowFile:
    """Creates the file when it is opened. Every row is a struct of the same kind."""

    def __init__(self, path: Path, kind: type[msgspec.Struct]) -> None:
        if path.suffix not in (".csv", ".parquet"):
            raise BadRowFile(
                f"{path.name} is neither CSV nor Parquet",
                what_to_do="name a file that ends in .csv or .parquet",
            )
        self.fields = msgspec.structs.fields(kind)
        names = [field.name for field in self.fields]
        try:
            if path.suffix == ".csv":
                self._text = path.open("w", encoding="utf-8", newline="")
                self._csv = csv.writer(self._text, lineterminator="\n")
                self._csv.writerow(names)
                self._parquet: Any = None
            else:
                import pyarrow as pa
                import pyarrow.parquet as pq

                columns = [pa.field(f.name, TYPES[f.type]) for f in self.fields]
                self._schema: Any = pa.schema(columns)
                self._parquet = pq.ParquetWriter(path, self._schema, compression="zstd")
        except OSError as error:
            raise BadRowFile(f"cannot write {path}: {error.strerror}") from error

    def write(self, rows: Sequence[msgspec.Struct]) -> None:
        if self._parquet is None:
            self._csv.writerows(msgspec.structs.astuple(row) for row in rows)
            return
        import pyarrow as pa

        columns = {f.name: [getattr(row, f.name) for row in rows] for f in self.fields}
        self._parquet.write_table(pa.table(columns, schema=self._schema))

    def close(self) -> None:
        if self._parquet is None:
            self._text.close()
        else:
            self._parquet.close()
