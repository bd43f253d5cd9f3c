"""A pvserver on this machine classifies and moves bodies for a pvpython client."""
import os
import subprocess
import sys

from pv_server import listening

CLIENT = """
import sys
from paraview import simple
simple.Connect("127.0.0.1", int(sys.argv[1]))
simple.LoadPlugin(sys.argv[2], remote=True, ns=globals())
simple.LoadPlugin(sys.argv[2], remote=False, ns=globals())
import labelled
classifier = labelled.case(InsideOutsideClassifier)
labelled.check(labelled.labels(classifier))
classifier.SMProxy.UpdatePropertyInformation()
assert classifier.Answer.endswith("DiscreteFunction, the surface is closed"), classifier.Answer
print("labels are right")

motion = TimeStepper(Input=SceneReader(FileName=sys.argv[3]), OutputInterval=0.02, EndTime=0.1)
motion.UpdatePipelineInformation()
assert list(motion.TimestepValues) == [0.0, 0.02, 0.04, 0.06, 0.08, 0.1], motion.TimestepValues
speeds = []
for time in (0.1, 0.02, 0.1):
    motion.UpdatePipeline(time)
    speeds.append(motion.FieldData["GreatestSpeed"].GetRange()[0])
    motion.SMProxy.UpdatePropertyInformation()
    assert motion.Answer.startswith(f"t = {time} s · 6 bodies · fastest point "), motion.Answer
assert speeds[0] == speeds[2] > speeds[1] > 0, speeds
print("bodies move")
"""
SCENE = os.path.join(os.path.dirname(__file__), "../../data/scenes/rotating_drum.json")


def main(pvserver, pvpython, plugin):
    environment = {k: v for k, v in os.environ.items() if k != "PV_PLUGIN_PATH"}
    with listening([pvserver], environment) as (_, port):
        client = subprocess.run([pvpython, "--force-offscreen-rendering", "-", str(port), plugin, SCENE],
                                input=CLIENT, env=environment, capture_output=True, text=True, timeout=100)
        sys.stdout.write(client.stdout + client.stderr)
        assert client.returncode == 0, "the client failed"
    assert "labels are right" in client.stdout and "bodies move" in client.stdout


main(*sys.argv[1:])
