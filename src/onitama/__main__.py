"""`python -m onitama` is the command `onitama`."""

from onitama.cli import main

main()
