"""`python -m spyrium_ai` is the command `spyrium-ai`."""

from spyrium_ai.cli import main

if __name__ == "__main__":
    main()
