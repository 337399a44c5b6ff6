"""The report on the mathematics of a game as a house offers it: figures, plots and a workbook."""
