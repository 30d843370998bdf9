"""The report: journals of games as one page of HTML."""
