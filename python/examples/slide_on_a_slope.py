"""The acceleration of a cube on slopes of increasing angle, compared with Coulomb's law.

    build/release/bin/talus-env /usr/bin/python3 python/examples/slide_on_a_slope.py [FRICTION]
"""

import sys

from talus import scenarios


def main(friction=0.4):
    print("angle  measured  Coulomb, m/s²")
    for angle in (10.0, 20.0, 30.0, 40.0):
        found = scenarios.run("slope", angle=angle, friction=float(friction)).numbers
        print(f"{angle:4.0f}°  {found['acceleration, m/s²']:8.4f}  {found['what theory says, m/s²']:8.4f}")


main(*sys.argv[1:])
