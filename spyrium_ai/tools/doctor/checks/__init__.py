"""The checks of the doctor, by group."""
