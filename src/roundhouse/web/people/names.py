"""Names of players: what one may be made of, and which two are so alike that readers take one for the other."""
from __future__ import annotations

import re
from functools import lru_cache
from unicodedata import category, normalize
from unicodedata import name as unicode_name

from roundhouse.web.errors import Refused

LONGEST_NAME = 24
LONGEST_LOGIN = 40      # some letters are several when case is left out
LONGEST_LOOK = 80
SCRIPTS = frozenset((
    "LATIN GREEK CYRILLIC ARMENIAN HEBREW ARABIC DEVANAGARI BENGALI GURMUKHI GUJARATI ORIYA TAMIL TELUGU KANNADA"
    " MALAYALAM SINHALA THAI LAO TIBETAN MYANMAR GEORGIAN HANGUL ETHIOPIC KHMER HIRAGANA KATAKANA BOPOMOFO CJK"
).split())
"""Scripts in wide use today, by the first word of their letters' names in Unicode (UAX 31, recommended scripts)."""
ALIKE = frozenset(("LATIN", "GREEK", "CYRILLIC", "ARMENIAN"))
"""Scripts whose letters look like each other's: a name has letters of one of them."""
EAST = frozenset(("HIRAGANA", "KATAKANA", "BOPOMOFO", "HANGUL", "CJK"))
"""Scripts that are written together."""
BLANK = re.compile("[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef]")
"""What counts as a letter or a mark and shows nothing."""
STYLE = re.compile("[\ufe0e\ufe0f]")
"""Says whether a sign is shown in colours; nothing is lost without."""
ACCENT = re.compile("[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff]")
HEAP = re.compile(f"{ACCENT.pattern}{{3}}")
LATIN = re.compile(r"LATIN (?:CAPITAL |SMALL )?LETTER (?:SMALL CAPITAL |SCRIPT |DOTLESS |LONG )?([A-Z])(?: WITH .*)?")
READ_AS = {
    **dict(zip("авезікмнорстухѕјԛԝьѵһӏԁг", "abe3ikmhopctyxsjqwbvhldr", strict=True)),    # Cyrillic
    **dict(zip("αβγεζηικμνορτυχωϲϳ", "abyeznikuvoptuxwcj", strict=True)),    # Greek
    **dict(zip("օոսհցզքյլ", "onuhgqpjl", strict=True)),    # Armenian
    **dict(zip("ɑɩǀ", "ail", strict=True)),
    # Capitals that are not read as their small letters are. L stands apart, since a small one is read as I.
    **dict(zip("IІΙ|10ΗΝΥΜL", "lllllohnymL", strict=True)),
}
"""Signs that are read as a small Latin letter: an excerpt of Unicode's confusables (UTS 39), one script to another."""
BADGE = " [bot]"
"""How the name of every bot ends, wherever it stands: nobody takes a program for a person."""
RESERVED_WORDS = ("admin", "administrator", "moderator", "sysadmin", "webmaster", "roundhouse")
"""No name has one of these words."""
RESERVED = (
    "house", "the house", "host", "the host", "mod", "system", "support", "staff", "official", "bot", "open seat",
    "somebody", "nobody", "chance", "a former player", "former player",
)
LEVEL = re.compile(r"level[\dlo]+")


def checked_name(name: str) -> str:
    """A name as it is kept and shown: its letters composed, its spaces single. Refuses what shows nothing, and letters
    of several scripts that look alike."""
    name = STYLE.sub("", " ".join(normalize("NFKC", name).split()))
    if not 0 < len(name) <= LONGEST_NAME or not name.isprintable() or len(name.casefold()) > LONGEST_LOGIN:
        raise Refused(f"a name has 1 to {LONGEST_NAME} letters")
    if BLANK.search(name) or HEAP.search(name) or all(category(sign)[0] not in "LNS" for sign in name):
        raise Refused("a name has letters that everybody can see and read")
    scripts = _scripts(name)
    beside = scripts - {"LATIN"}
    single = len(scripts) <= 1 or beside <= EAST or (len(beside) == 1 and not beside <= ALIKE)
    if not (single and scripts <= SCRIPTS):
        raise Refused("a name has letters of one script, so that nobody takes it for another name")
    return name


def _scripts(name: str) -> frozenset[str]:
    letters = (sign for sign in name if category(sign) in ("Lu", "Ll", "Lt", "Lo"))
    return frozenset(unicode_name(letter, "?").split()[0] for letter in letters)


@lru_cache(maxsize=1000)
def look(name: str) -> str:
    """What a name looks like: two names of the same look are taken for each other. Accents, spaces and punctuation
    are left out, and letters of other scripts stand as the Latin ones that they are read as."""
    signs = "".join(_look(sign) for sign in normalize("NFKD", name))
    return (signs.replace("rn", "m").replace("vv", "w") or name.casefold())[:LONGEST_LOOK]


def _look(sign: str) -> str:
    if ACCENT.match(sign) or category(sign)[0] in "PZC" or category(sign) in ("Lm", "Sk"):
        return READ_AS.get(sign, "")
    small = sign.casefold()
    latin = LATIN.fullmatch(unicode_name(sign, ""))
    return READ_AS.get(sign) or READ_AS.get(small) or (latin[1].lower() if latin else small)


def not_for_people(name: str) -> bool:
    """Whether a name is one of a bot, of a seat without a player, or of the host; or ends as those of bots do."""
    words = re.findall(r"[^\W_]+", normalize("NFKC", name))
    return (
        (len(words) > 1 and _bare(words[-1]) == _bare("bot"))
        or LEVEL.fullmatch(_bare(name)) is not None
        or _bare(name.rstrip("0123456789 .-_")) in _all_bare(RESERVED + RESERVED_WORDS)
        or any(_bare(word) in _all_bare(RESERVED_WORDS) for word in words)
    )


def _bare(name: str) -> str:
    """A name's look in one case, i read as l."""
    return look(name).casefold().replace("i", "l")


@lru_cache(maxsize=2)
def _all_bare(names: tuple[str, ...]) -> frozenset[str]:
    return frozenset(map(_bare, names))
