"""A value said of another machine: nothing that was run here speaks against it.

"The staging box does 52000 req/s" tells what somebody measured elsewhere; a slower run on the machine at hand is no counterexample.
"""

import re

from sessionlens.checks.claims.claim import Claim
from sessionlens.checks.values.judge import Judgement
from sessionlens.text.regex import regex

_AFAR = regex(
    r"^(?:(?:so|but|and|while) )?(?:(?:on|in|at) )?(?:the|your|our|their|his|her|its|an?other) (?:[\w-]+ )?"
    r"(?:(?:machine|box|laptop|workstation|runner|desktop|cluster)|"
    r"(?:build|staging|production|prod|capture|customer|remote|other) (?:server|host|node|system))s?\b",
    re.I,
)
"""Opens a statement about a machine that is not the one at hand; "this machine" is."""


def spared(claim: Claim, found: Judgement) -> Judgement:
    """The judgement, or `unsupported` in place of a contradiction of what is said of another machine."""
    if found.verdict != "contradicted" or not claim.quantities or claim.cell or not _AFAR.match(claim.text):
        return found
    return Judgement("unsupported", ("foreign-number",), "said of another machine, on which nothing was run here", ())
