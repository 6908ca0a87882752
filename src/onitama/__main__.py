"""`python -m onitama` is the command `onitama`."""

from onitama.cli import main

if __name__ == "__main__":
    main()
