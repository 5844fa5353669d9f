#!/usr/bin/env python3
"""A helper with simulated failures. It passes requests to the real helper, except that

- a request that names a file with "crash" in it kills both,
- a request that names a file with "hang" in it is not answered,
- a request that names a file with "endless-line." in it is answered with an endless line, and "endless-lines" with endless lines,
- a request whose ID is divisible by FAILING_EVERY kills both.
"""

import json
import os
import signal
import subprocess
import sys
import threading

every = int(os.environ.get("FAILING_EVERY", "0"))
real = subprocess.Popen(
    [os.environ["REAL_HELPER"], *sys.argv[1:]], stdin=subprocess.PIPE, stdout=subprocess.PIPE)


def answers():
    for line in real.stdout:
        sys.stdout.buffer.write(line)
        sys.stdout.buffer.flush()


thread = threading.Thread(target=answers)
thread.start()
for line in sys.stdin.buffer:
    request = json.loads(line)
    words = " ".join(str(word) for word in request.get("arguments", []))
    if "hang" in words:
        continue
    if "endless" in words:
        start = '{"id":%s,"warning":"' % request["id"]
        piece = "a" * 65536 if "endless-line." in words else start + "a" * 2000 + '"}\n'
        try:
            sys.stdout.write(start if "endless-line." in words else "")
            while True:
                sys.stdout.write(piece)
        except OSError:
            os.kill(os.getpid(), signal.SIGKILL)
    if "crash" in words or every and request.get("id", 1) % every == 0:
        real.kill()
        os.kill(os.getpid(), signal.SIGKILL)
    real.stdin.write(line)
    real.stdin.flush()
real.stdin.close()
thread.join()
sys.exit(real.wait())
