"""Differences between versions of ParaView. To be called in ParaView, ``pvpython`` or ``pvbatch``."""


def three_digits() -> str:
    """A label format for numbers with three digits: a printf format before ParaView 6.1, a std::format one since."""
    from paraview.servermanager import vtkSMProxyManager as version

    return "{:.3g}" if (version.GetVersionMajor(), version.GetVersionMinor()) >= (6, 1) else "%.3g"


def colour_map(name: str) -> str:
    """What ParaView calls a colour map of matplotlib: without its source since 6.1.1."""
    from paraview.servermanager import vtkSMTransferFunctionPresets

    sourced = f"{name} (matplotlib)"
    return sourced if vtkSMTransferFunctionPresets.GetInstance().HasPreset(sourced) else name
