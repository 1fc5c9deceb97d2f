"""iperf3: what a link carried in each interval and over the whole test.

`[  5]   0.00-1.00   sec   112 MBytes   941 Mbits/sec    3   1.2 MBytes`; the last lines end in `sender` and `receiver`, and with several
streams those of `[SUM]` alone say what they carried together. The intervals are repeated values of one name, so that their mean is known.
"""

from sessionlens.outputs.configs import join
from sessionlens.outputs.page import NUMBER, Page
from sessionlens.text.regex import regex

NAME = "network"
LITERALS = ("bits/sec",)
WORDS = frozenset(["sec"])
TOOLS: frozenset[str] = frozenset()

_LINE = regex(
    rf"\[\s*(?P<id>\d+|SUM)\](?:\[[TR]X-[CS]\])?\s+(?P<from>\d+\.\d+)-\s*(?P<to>\d+\.\d+)\s+sec\s+"
    rf"{NUMBER} [KMGT]?Bytes\s+"
    rf"(?P<rate>{NUMBER}) (?P<unit>[KMGT]?bits/sec)(?:\s+(?P<retr>\d+)(?=\s+(?:sender|\d)))?.*?(?P<whole>sender|receiver)?\s*$"
)


def parse(page: Page) -> None:
    found = [(at, m) for at, line in page.having("bits/sec") if (m := _LINE.match(line)) is not None]
    several = any(m["id"] == "SUM" for _, m in found)
    for at, m in found:
        if several and m["id"] != "SUM":
            page.claim(at)
            continue
        config = join(page.about(at), m["whole"] or "interval")
        page.reading("bitrate", m["rate"], m["unit"], at + m.start("rate"), config=config)
        if m["whole"] and m["retr"]:
            page.reading("retransmits", m["retr"], "", at + m.start("retr"), config=config, exact=True, way="lower")
