"""The stop flag and the clock of the searches."""

cdef extern from "stop.h" nogil:
    ctypedef struct StopC:
        pass

    void stop_raise(StopC *stop)
    void stop_clear(StopC *stop)
    bint stop_raised(StopC *stop)

cdef extern from "clock.h" nogil:
    double seconds_now()


cdef class StopFlag:
    cdef StopC c
