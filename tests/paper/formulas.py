"""Evaluates the formulas of a workbook from its inputs, as a spreadsheet would."""

import re
from io import BytesIO
from typing import Any

import numpy as np
import openpyxl

from pitboss.paper.report.simulation import chi_square_tail

_TOKEN = re.compile(
    r"(?:(?:'(?P<quoted>[^']+)'|(?P<plain>[A-Za-z]+))!)?"
    r"\$?(?P<col>[A-Z])\$?(?P<row>\d+)(?::\$?(?P<col2>[A-Z])\$?(?P<row2>\d+))?"
)
_FUNCTIONS = {
    "SUM": np.sum,
    "SUMPRODUCT": lambda one, two: np.sum(one * two),
    "SQRT": np.sqrt,
    "CHIDIST": lambda value, freedom: chi_square_tail(float(value), freedom),
}


class Workbook:
    """The same file twice: with its formulas, and with the values stored beside them."""

    def __init__(self, data: bytes) -> None:
        self.formulas = openpyxl.load_workbook(BytesIO(data))
        self.stored = openpyxl.load_workbook(BytesIO(data), data_only=True)
        self.memory: dict[tuple[str, str], float] = {}

    def every_formula(self) -> list[tuple[str, str]]:
        return [
            (sheet.title, cell.coordinate)
            for sheet in self.formulas
            for line in sheet.iter_rows()
            for cell in line
            if cell.data_type == "f"
        ]

    def value(self, sheet: str, cell: str) -> float:
        key = (sheet, cell)
        if key not in self.memory:
            content = self.formulas[sheet][cell].value
            is_formula = isinstance(content, str) and content.startswith("=")
            self.memory[key] = self._evaluate(sheet, content[1:]) if is_formula else float(content)
        return self.memory[key]

    def _evaluate(self, sheet: str, formula: str) -> float:
        names: dict[str, Any] = dict(_FUNCTIONS)

        def name_of(match: re.Match[str]) -> str:
            own = match["quoted"] or match["plain"] or sheet
            last = int(match["row2"] or match["row"])
            cells = [f"{match['col']}{n}" for n in range(int(match["row"]), last + 1)]
            values = np.array([self.value(own, cell) for cell in cells])
            name = f"v{len(names)}"
            names[name] = values if match["col2"] else values[0]
            return name

        text = _TOKEN.sub(name_of, formula).replace("^", "**").replace("--(", "1*(")
        return float(eval(text, {"__builtins__": {}}, names))
