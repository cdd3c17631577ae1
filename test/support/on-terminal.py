"""Runs a program on a pseudo terminal of 80 columns. Reads {argv, cwd, env, steps, seconds} as JSON, writes {output, exit, stuck} as JSON.

A step waits until `expect` is written, from where the step before it ended, and then types `send`; before that it makes the empty file `file`, if it names one.
"""
import fcntl
import json
import os
import pty
import select
import struct
import sys
import termios
import time

spec = json.load(sys.stdin)
pid, terminal = pty.fork()
if pid == 0:
    os.chdir(spec["cwd"])
    os.execvpe(spec["argv"][0], spec["argv"], spec["env"])
fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
deadline = time.monotonic() + spec.get("seconds", 20)
output = b""


def read():
    """More output, or False at the end of it or of the time."""
    global output
    while True:
        left = deadline - time.monotonic()
        if left <= 0:
            return False
        ready, _, _ = select.select([terminal], [], [], left)
        if not ready:
            return False
        try:
            chunk = os.read(terminal, 65536)
        except OSError:  # EIO: the program has closed its side
            return False
        output += chunk
        return chunk != b""


seen = 0
for step in spec["steps"]:
    wanted = step["expect"].encode()
    while wanted not in output[seen:]:
        if not read():
            break
    if wanted not in output[seen:]:
        break
    seen = output.index(wanted, seen) + len(wanted)
    if "file" in step:
        open(step["file"], "w").close()
    os.write(terminal, step["send"].encode())
while read():
    pass
stuck = time.monotonic() >= deadline
if stuck:
    os.kill(pid, 9)
_, status = os.waitpid(pid, 0)
code = os.WEXITSTATUS(status) if os.WIFEXITED(status) else -os.WTERMSIG(status)
json.dump({"output": output.decode("utf-8", "replace"), "exit": code, "stuck": stuck}, sys.stdout)
