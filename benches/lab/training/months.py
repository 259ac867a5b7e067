"""Writes src/base/months.txt: the names of the months in the languages of CLDR, sorted by how they are looked up.

Needs Babel (it carries CLDR's data): pip install babel. Run in the root of the repository:

    python3 benches/lab/training/months.py > src/base/months.txt

Each line is a name as it is compared (in lower case, without accents) and its month; where languages of one spelling
differ, the month of the others and then `language=month`. Not listed: names with digits (`3月`), and of languages that hardly anybody writes pages in.
"""

import re
import sys
import unicodedata
from collections import defaultdict

from babel import Locale, localedata

# The languages with a coverage of `modern` or `moderate` in CLDR, and a few national languages of `basic`.
LANGUAGES = """
    af am ar as az be bg bn br bs ca ceb ckb cs cy da de el en eo es et eu fa fi fil fo fr fy ga gd gl gu ha he hi hr hsb
    hu hy ia id ig is it ja jv ka kk km kn ko kok ku ky la lb lo lt lv mg mk ml mn mr ms mt my nb ne nl nn no or pa pcm pl
    ps pt qu rm ro ru rw sc sd si sk sl so sq sr su sv sw ta te tg th ti tk to tr tt ug uk ur uz vi wo xh yo zh zu
""".split()

# Spellings that people use and CLDR does not list.
MORE = """
    marz 3 mrz 3 maerz 3 jaenner 1 feber 2 sept 9 ene 1 set 9 sep 9 фев 2 сен 9 нояб 11 мрт 3 mac 3 ogos 8 ago 8
    févr 2 août 8 janv 1 juil 7 déc 12 mei 5 agt 8 peb 2 pebruari 2 nop 11 nopember 11 jan 1 mär 3 okt 10 dez 12
    dec 12 grudzień 12 фебр 2 листопаду 11 enero 1 setiembre 9 martio 3 ιαν 1 φεβ 2 μαρ 3 απρ 4 μαι 5 ιουν 6 ιουλ 7
    αυγ 8 σεπ 9 οκτ 10 νοε 11 δεκ 12 januarja 1 februarja 2 avgusta 8
""".split()

BASES = {letter: group[0] for group in """
    aàáâãäåāăą cçćĉċč dďđ eèéêëēĕėęě gĝğġģ hĥ iìíîïĩīĭįı jĵ kķ lĺļľł nñńņň oòóôõöøōŏő rŕŗř sśŝşšș tţťț
    uùúûüũūŭůűų wŵ yýÿŷ zźżž αά εέ ηή ιίϊΐ οό σς υύϋΰ ωώ её ايأإآى يیې كک
""".split() for letter in group}
BASES.update({"ي": "ي", "ی": "ي", "ى": "ي", "ې": "ي", "أ": "ا", "إ": "ا", "آ": "ا", "ا": "ا"})


def fold(name):
    """As `folded` in months.rs."""
    letters = (BASES.get(c, c) for c in unicodedata.normalize("NFC", name.lower()))
    return "".join(c for c in letters if not ("\u0300" <= c <= "\u036f" or "\u200b" <= c <= "\u200f" or c == "\u0640"))


def clean(name):
    name = unicodedata.normalize("NFC", name.lower()).replace("\u0307", "").replace("\xa0", " ").strip(" .’'")
    return re.sub(r"^(de |del |di |da |d[’']|dhen |am |an t-|an )", "", name).replace(" ", "_")


def main():
    names = defaultdict(lambda: defaultdict(set))
    for identifier in localedata.locale_identifiers():
        locale = Locale.parse(identifier)
        if locale.language not in LANGUAGES:
            continue
        for context in ("format", "stand-alone"):
            for width in ("wide", "abbreviated"):
                for month, name in locale.months[context].get(width, {}).items():
                    name = clean(name)
                    if len(name) > 1 and not re.search(r"\d|[-()]", name) and name.count("_") < 2:
                        names[name][month].add(locale.language)
    for name, month in zip(MORE[::2], MORE[1::2]):
        if not names[name]:
            names[name][int(month)] = set()
    by_fold = defaultdict(list)
    for name in names:
        by_fold[fold(name)].append(name)
    for key in sorted(by_fold):
        months = defaultdict(set)
        for name in by_fold[key]:
            for month, languages in names[name].items():
                months[month] |= languages
        # The month in most languages, and the languages that differ.
        most = max(months, key=lambda month: (len(months[month]), month))
        others = [f"{language}={month}" for month in months if month != most for language in sorted(months[month])]
        print(" ".join([key, str(most), *others]))


main()
