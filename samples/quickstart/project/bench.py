"""Counts what kinds() does on made-up logs; with --time also how long it takes."""

import sys
import time

import tally


class Key(str):
    """A string that counts how often it is compared."""

    compared = 0

    def __eq__(self, other):
        Key.compared += 1
        return str.__eq__(self, other)

    __hash__ = str.__hash__


def log(n):
    """n lines, always the same; about a third of them are of a kind of their own."""
    words = ["open", "close", "read", "write", "retry", "drop", "flush", "sync"]
    state = 12345
    for i in range(n):
        state = (state * 1103515245 + 12345) % 2**31
        word = words[state >> 8 & 7]
        name = "".join(chr(97 + (state >> s) % 26) for s in (3, 7, 11, 15)) if state >> 20 & 1 else "disk"
        yield f"2026-03-02T10:00:00 {word} {name} block {i}"


def comparisons(n):
    """Comparisons of keys that kinds() makes for n lines, and how many kinds it finds."""
    plain = tally.template
    tally.template = lambda line: Key(plain(line))
    Key.compared = 0
    found = len(tally.kinds(list(log(n))))
    tally.template = plain
    return Key.compared, found


if __name__ == "__main__":
    for n in (500, 1000, 2000):
        compared, found = comparisons(n)
        print(f"lines={n} kinds={found} comparisons={compared}")
    if "--time" in sys.argv:
        lines = list(log(8000))
        times = []
        for i in range(1, 6):
            started = time.perf_counter()
            tally.kinds(lines)
            times.append(time.perf_counter() - started)
            print(f"run {i}: {times[-1]:.3f} s")
        print(f"lines={len(lines)} best={min(times):.3f} s")
