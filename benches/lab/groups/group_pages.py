#!/usr/bin/env python3
"""Writes pages with one group of a known kind each, for the fit of the kinds and to measure it. The markup imitates programs of 1996 to today (templates.txt).

    python3 benches/lab/groups/group_pages.py FOLDER             # writes the pages, and labels in FOLDER/labels.jsonl

Labels have `file`, `template`, `half`, `kind`, `items` and `source`, the byte range of the texts of the items.
"""

import json
import re
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "comments"))
from pages import LANGUAGES, Writer, fill  # noqa: E402
from words import SYLLABLES, KANA  # noqa: E402

# Around the items.
FIRST, END = "\ue000", "\ue002"
PAGES_OF_TEMPLATE = 4

# The headings of groups by kind; none for what stands without.
HEADINGS = {
    "answers": "Answers|Antworten|réponses|respuestas|risposte|odpowiedzi|ответов|件の回答|个回答",
    "gallery": "Photo album|Fotoalbum|Album photo|Álbum|Album|Album|Фотоальбом|アルバム|相册",
    "tags": "Tags|Schlagwörter|Mots-clés|Etiquetas|Parole chiave|Tagi|Метки|タグ|标签",
    "steps": "Directions|Zubereitung|Préparation|Preparación|Preparazione|Przygotowanie|Приготовление|作り方|做法",
    "teasers": "Related|Mehr zum Thema|À lire aussi|Relacionados|Leggi anche|Zobacz też|Читайте также|関連記事|相关文章",
    "results": "Results|Ergebnisse|Résultats|Resultados|Risultati|Wyniki|Результаты|検索結果|搜索结果",
    "offers": "Shop|Laden|Boutique|Tienda|Negozio|Sklep|Магазин|ショップ|商店",
    "reviews": "Reviews|Bewertungen|Avis|Opiniones|Recensioni|Opinie|Отзывы|レビュー|评价",
    "faq": "Questions|Fragen|Questions|Preguntas|Domande|Pytania|Вопросы|質問|问题",
    "ingredients": "Ingredients|Zutaten|Ingrédients|Ingredientes|Ingredienti|Składniki|Ингредиенты|材料|配料",
}
STEPS = ("Stir the flour into $|Rühre das Mehl in $|Versez la farine dans $|Mezcla la harina con $|Mescola la farina con $|"
         "Wymieszaj mąkę z $|Смешайте муку с $|$に小麦粉を混ぜる|把面粉倒入$")
REST = ("and wait ten minutes|und warte zehn Minuten|et attendez dix minutes|y espera diez minutos|e aspetta dieci minuti|"
        "i odczekaj dziesięć minut|и подождите десять минут|十分待つ|等十分钟")
QUESTIONS = ("How does $ work|Wie funktioniert $|Comment marche $|Cómo funciona $|Come funziona $|Jak działa $|"
             "Как работает $|$はどう動きますか|$怎么用")
UNITS = "g|g|g|g|g|g|г|グラム|克"
MARK = {"ja": "？", "zh": "？"}

FRAME = """<!DOCTYPE html><html lang="$language"><head><meta charset="utf-8"><title>$title - The Pier</title></head><body>
<div class="top"><a href="/">The Pier</a> <a href="/help">Help</a></div>$menu$body$after<p class="foot">© 2014 The Pier</p></body></html>"""


class GroupWriter(Writer):
    """Fills in one page."""

    def word(self):
        syllables = KANA if self.language == "ja" else SYLLABLES
        return "".join(self.random.choice(syllables) for _ in range(self.random.randint(2, 4))).capitalize()

    def of_language(self, texts):
        return texts.split("|")[LANGUAGES.index(self.language)]

    def item_fields(self):
        fields = self.fields("")
        clean = lambda text: re.sub("[\ue000-\ue002]", "", text)
        fields = {key: clean(value) if isinstance(value, str) else value for key, value in fields.items()}
        title = self.sentence().rstrip(".。")
        words = title.split()
        fields["title"] = " ".join(words[: self.random.randint(3, 6)]) if len(words) > 3 else title[:12]
        stop = "。" if self.language in MARK else "."
        join = "" if self.language in MARK else " "
        step = self.of_language(STEPS).replace("$", self.word()) + join + self.of_language(REST) + stop
        quantity = f"{self.random.randint(1, 60) * 5} {self.of_language(UNITS)}"
        fields |= {
            "word": self.word(), "sentence": self.sentence(), "nth": fields["n"], "step": step,
            "quantity": quantity, "amount": f"{quantity} {self.word()}",
            "question": self.of_language(QUESTIONS).replace("$", self.word()) + MARK.get(self.language, "?"),
            "price": self.random.choice(["$%d.50", "€ %d,90", "%d,00 €", "£%d"]) % self.random.randint(3, 250),
            "stars": self.random.choice(["★★★★☆", "★★★★★", "★★★☆☆"]),
        }
        return fields

    def group(self):
        """The list with its items, between marks, and their number."""
        count = self.random.choice([3, 4, 5, 8, 12])
        self.title = self.sentence().rstrip(".。")
        self.number = 0
        items = []
        while len(items) < count:
            filled = fill(self.template["item"], self.item_fields())
            items.append(filled)
        self.number = 40
        kind = self.template["kind"]
        headings = {key: self.of_language(text) for key, text in HEADINGS.items()}
        heading = headings.get(kind, "")
        fields = {**self.item_fields(), "heading": heading, "ingredients": headings["ingredients"], "count": count}
        return fill(self.template["list"], {**fields, "items": FIRST + "".join(items) + END}), count

    def page(self):
        group, count = self.group()
        frame = self.template["frame"]
        story = "".join(f"<p>{self.item_fields()['sentence']} {self.sentence()} {self.sentence()}</p>" for _ in range(4))
        article = f"<h1>{self.title}</h1>{story}"
        if frame == "recipe":
            article = f"<h1>{self.title}</h1><p>{self.sentence()} {self.sentence()}</p>"
        elif frame == "product":
            article = (f"<h1>{self.title}</h1><p>{self.sentence()} {self.sentence()}</p><b>€ 49,90</b>"
                       f"<button>{self.interface['send']}</button>")
        parts = {"menu": "", "body": "", "after": ""}
        if frame == "menu":
            parts |= {"menu": group, "body": article}
        elif frame == "page":
            parts["body"] = group
        else:
            parts |= {"body": article, "after": group}
        return fill(FRAME, {"language": self.language, "title": self.title, **parts}), count


def templates():
    found = []
    for line in (HERE / "templates.txt").read_text().splitlines():
        if line.startswith("== "):
            found.append(dict(zip(("name", "half", "kind", "frame"), line.split()[1:], strict=True)))
        elif line and not line.startswith("#"):
            key, value = line.split(": ", 1)
            found[-1][key] = value
    return found


# Where the first and the last text of the items are.
TEXTS = re.compile(r"(?:<[^>]*>|\s)*(.*?)(?:<[^>]*>|\s)*", re.DOTALL)


def labeled(marked):
    """The page without its marks, and the byte range of the texts of the items."""
    before, rest = marked.split(FIRST)
    items, after = rest.split(END)
    text = TEXTS.fullmatch(items).span(1)
    start, end = (len((before + items[:at]).encode()) for at in text)
    return (before + items + after).encode(), [start, end]


def write(folder):
    folder.mkdir(parents=True, exist_ok=True)
    labels = []
    for template in templates():
        for number in range(PAGES_OF_TEMPLATE):
            marked, count = GroupWriter(template, number).page()
            page, source = labeled(marked)
            name = f"{template['name']}-{number}"
            (folder / f"{name}.html").write_bytes(page)
            label = {"file": f"{name}.html", "template": template["name"], "half": template["half"]}
            labels.append(label | {"kind": template["kind"], "items": count, "source": source})
    (folder / "labels.jsonl").write_text("".join(json.dumps(label) + "\n" for label in labels))
    return labels


def main():
    if len(sys.argv) != 2 or sys.argv[1].startswith("-"):
        sys.exit(__doc__)
    write(Path(sys.argv[1]))


if __name__ == "__main__":
    main()
