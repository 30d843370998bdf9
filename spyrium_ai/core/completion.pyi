VALUES: tuple[str, ...]
