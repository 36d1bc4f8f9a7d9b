"""The report of a choice of keys: one page with pictures and tables, readable without a network."""

from kinegraph.keys.report.write import check_report_folder, write_report

__all__ = ["check_report_folder", "write_report"]
