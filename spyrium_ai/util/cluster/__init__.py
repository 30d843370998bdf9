"""Work that is spread over the workers of a Dask cluster."""
