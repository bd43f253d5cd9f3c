"""Pictures of runs by VTK alone, for :mod:`talus.movie`; camera and colours also for ParaView, by :mod:`talus.camera`."""
