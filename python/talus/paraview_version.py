"""What scripts must tell apart between versions of ParaView. To be called in ParaView, ``pvpython`` or ``pvbatch``."""


def three_digits() -> str:
    """A format of labels for numbers with three digits: as of printf before ParaView 6.1, as of std::format since."""
    from paraview.servermanager import vtkSMProxyManager as version

    return "{:.3g}" if (version.GetVersionMajor(), version.GetVersionMinor()) >= (6, 1) else "%.3g"
