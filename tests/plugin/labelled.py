"""A small case with known labels, run through paraview.simple."""
from paraview import servermanager
from paraview.simple import Sphere, UpdatePipeline, Wavelet


def labels(classifier):
    """Side of each point, brought to this process."""
    data = servermanager.Fetch(classifier)
    array = data.GetPointData().GetArray("Side")
    return [int(array.GetTuple1(i)) for i in range(array.GetNumberOfTuples())]


def case(InsideOutsideClassifier):
    """11³ grid points against a sphere of radius 3: the classifier and the labels it must give."""
    grid = Wavelet(WholeExtent=[-5, 5, -5, 5, -5, 5])
    ball = Sphere(Radius=3, ThetaResolution=64, PhiResolution=64)
    classifier = InsideOutsideClassifier(Input=grid, Surface=ball)
    UpdatePipeline(proxy=classifier)
    return classifier


def check(sides):
    """Asserts the labels of case(); points within a facet's sagitta of the sphere may lie on either side."""
    assert len(sides) == 11 ** 3, f"{len(sides)} labels"
    for n, side in enumerate(sides):
        x, y, z = n % 11 - 5, n // 11 % 11 - 5, n // 121 - 5
        r = (x * x + y * y + z * z) ** 0.5
        if abs(r - 3) > 0.02:
            assert side == (1 if r < 3 else -1), f"point {x} {y} {z}: {side}"
    assert 1 in sides and -1 in sides
