"""Usage: public_headers.py CORE GENERATED. Fails if <talus/simulation.h> pulls too many headers, or Boost or TBB.

Users compile the public headers with each of their files: what they need not see stays behind pointers to implementations.
"""

import re
import sys
from pathlib import Path

MAXIMUM = 40
OWN = re.compile(r'^#include "([^"]+)"', re.M)
HIDDEN = re.compile(r"^#include <((?:boost|tbb|oneapi|hwy)/[^>]+)>", re.M)


def reached(first, roots):
    """Headers of ours that a header includes, directly or not, with their texts."""
    texts, to_read = {}, [first]
    while to_read:
        name = to_read.pop()
        if name in texts:
            continue
        texts[name] = next(root / name for root in roots if (root / name).exists()).read_text()
        to_read += OWN.findall(texts[name])
    return texts


def main():
    texts = reached("talus/simulation.h", [Path(root) for root in sys.argv[1:]])
    faults = [f"{name} includes <{hidden}>" for name, text in texts.items() for hidden in HIDDEN.findall(text)]
    if len(texts) > MAXIMUM:
        faults.append(f"<talus/simulation.h> pulls {len(texts)} headers, more than {MAXIMUM}: " + ", ".join(sorted(texts)))
    print("\n".join(faults) or f"<talus/simulation.h> pulls {len(texts)} headers")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
