"""Sentences of a small grammar, and the words of templates, in nine languages."""

# Subjects, verbs with objects, and ends, which may be combined freely; the separator of the parts.
GRAMMAR = {
    "en": (["the old ferry", "my neighbor", "the new keeper of the harbor", "nobody in our village", "a friend of mine"],
           ["has kept the key of the lighthouse", "wanted to paint the boat blue", "lost a good map of the coast",
            "counts the birds on the pier", "would sell the wooden oars", "repairs nets that are full of holes"],
           ["since the last storm", "before the market opens", "although the water is cold", "for less than a hundred",
            "because the wind came from the east", "and sings while the tide is low"], " "),
    "de": (["die alte Fähre", "mein Nachbar", "der neue Hafenmeister", "niemand in unserem Dorf", "eine Freundin von mir"],
           ["hat den Schlüssel zum Leuchtturm behalten", "wollte das Boot blau streichen", "zählt die Vögel am Steg",
            "verlor eine gute Karte der Küste", "würde die hölzernen Ruder verkaufen", "flickt Netze voller Löcher"],
           ["seit dem letzten Sturm", "bevor der Markt öffnet", "obwohl das Wasser kalt ist", "für weniger als hundert",
            "weil der Wind von Osten kam", "und singt bei Ebbe"], " "),
    "fr": (["le vieux bac", "mon voisin", "le nouveau gardien du port", "personne au village", "une amie à moi"],
           ["a gardé la clé du phare", "voulait peindre le bateau en bleu", "compte les oiseaux de la jetée",
            "a perdu une bonne carte de la côte", "vendrait les rames en bois", "répare des filets pleins de trous"],
           ["depuis la dernière tempête", "avant que le marché n'ouvre", "bien que l'eau soit froide",
            "pour moins de cent", "parce que le vent venait de l'est", "et chante à marée basse"], " "),
    "es": (["el viejo transbordador", "mi vecino", "el nuevo guarda del puerto", "nadie en nuestro pueblo", "una amiga"],
           ["ha guardado la llave del faro", "quería pintar la barca de azul", "cuenta los pájaros del muelle",
            "perdió un buen mapa de la costa", "vendería los remos de madera", "repara redes llenas de agujeros"],
           ["desde la última tormenta", "antes de que abra el mercado", "aunque el agua está fría", "por menos de cien",
            "porque el viento venía del este", "y canta con la marea baja"], " "),
    "it": (["il vecchio traghetto", "il mio vicino", "il nuovo custode del porto", "nessuno in paese", "una mia amica"],
           ["ha tenuto la chiave del faro", "voleva dipingere la barca di blu", "conta gli uccelli sul molo",
            "ha perso una buona carta della costa", "venderebbe i remi di legno", "ripara reti piene di buchi"],
           ["dopo l'ultima tempesta", "prima che apra il mercato", "anche se l'acqua è fredda", "per meno di cento",
            "perché il vento veniva da est", "e canta con la bassa marea"], " "),
    "pl": (["stary prom", "mój sąsiad", "nowy strażnik portu", "pewien rybak", "kolega z pracy"],
           ["zatrzymał klucz do latarni", "chciał pomalować łódź na niebiesko", "liczy ptaki na molo",
            "zgubił dobrą mapę wybrzeża", "sprzedałby drewniane wiosła", "naprawia sieci pełne dziur"],
           ["od ostatniej burzy", "zanim otworzą targ", "choć woda jest zimna", "za mniej niż sto",
            "bo wiatr wiał ze wschodu", "i śpiewa podczas odpływu"], " "),
    "ru": (["старый паром", "мой сосед", "новый смотритель порта", "один рыбак", "знакомый из города"],
           ["сохранил ключ от маяка", "хотел покрасить лодку в синий цвет", "считает птиц на причале",
            "потерял хорошую карту берега", "продал бы деревянные вёсла", "чинит сети, полные дыр"],
           ["после последней бури", "до открытия рынка", "хотя вода холодная", "дешевле сотни",
            "потому что ветер дул с востока", "и поёт во время отлива"], " "),
    "ja": (["古い渡し船は", "隣の人は", "新しい港の番人は", "村の漁師は", "私の友人は"],
           ["嵐の後で", "市場が開く前に", "水は冷たいのに", "東の風が吹いたので", "潮が引くと", "百円もかけずに"],
           ["灯台の鍵をしまっておいた", "船を青く塗りたがっていた", "桟橋の鳥を数えている", "海岸の地図をなくした",
            "木の櫂を売るらしい", "穴だらけの網を直している"], ""),
    "zh": (["老渡船", "我的邻居", "新来的港口看守", "村里的渔夫", "我的一个朋友"],
           ["在上次暴风雨之后", "在集市开门之前", "虽然水很冷", "因为刮着东风", "退潮的时候", "花了不到一百块"],
           ["还保存着灯塔的钥匙", "想把小船漆成蓝色", "数着码头上的鸟", "弄丢了一张海岸地图", "要卖掉木头船桨",
            "修补满是破洞的渔网"], ""),
}
STOP = {"ja": "。", "zh": "。"}

# An invented place in each sentence, so that hardly any two are the same.
SYLLABLES = "ba ke lo mu ni ro sa te vi zu dor fen gal".split()
KANA = "バ ケ ロ ム ニ サ テ ビ ズ ド ガ".split()
IN = {"en": "in {}", "de": "in {}", "fr": "à {}", "es": "en {}", "it": "a {}", "pl": "koło {}", "ru": "около {}", "ja": "{}で",
      "zh": "在{}"}

# What templates print: a number of comments, and buttons.
KEYS = "comments reply says posted on report leave send reviews"
INTERFACE = {
    "en": "comments|Reply|says|Posted by|on|Report|Leave a comment|Send|Customer reviews",
    "de": "Kommentare|Antworten|sagt|Geschrieben von|am|Melden|Kommentar schreiben|Absenden|Kundenbewertungen",
    "fr": "commentaires|Répondre|dit|Écrit par|le|Signaler|Ajouter un commentaire|Envoyer|Avis des clients",
    "es": "comentarios|Responder|dice|Publicado por|el|Denunciar|Deja un comentario|Enviar|Opiniones de clientes",
    "it": "commenti|Rispondi|scrive|Scritto da|il|Segnala|Lascia un commento|Invia|Recensioni dei clienti",
    "pl": "komentarze|Odpowiedz|pisze|Dodane przez|dnia|Zgłoś|Dodaj komentarz|Wyślij|Opinie klientów",
    "ru": "комментариев|Ответить|пишет|Автор:|от|Пожаловаться|Оставить комментарий|Отправить|Отзывы покупателей",
    "ja": "件のコメント|返信|より|投稿者:|日時:|報告|コメントする|送信|カスタマーレビュー",
    "zh": "条评论|回复|说|作者:|于|举报|发表评论|提交|用户评论",
}
MONTHS = {
    "en": "January February March April May June July August September October November December",
    "de": "Januar Februar März April Mai Juni Juli August September Oktober November Dezember",
    "fr": "janvier février mars avril mai juin juillet août septembre octobre novembre décembre",
    "es": "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre",
    "it": "gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre",
    "pl": "stycznia lutego marca kwietnia maja czerwca lipca sierpnia września października listopada grudnia",
    "ru": "января февраля марта апреля мая июня июля августа сентября октября ноября декабря",
}
NAMES = {
    "ja": "はるか タケシ 海猫 名無し ミナト yuki88 さくら kaz".split(),
    "zh": "小海 老船长 风中客 匿名 阿明 haibin 林子 xiaoyu".split(),
    "ru": "Ольга moryak77 Сергей П. kapitan Лена Иван_К anna_v guest".split(),
}
LATIN_NAMES = ["Ann", "tern_42", "Bert Quill", "heron", "Marja", "Guest", "J. Plover", "salty dog", "Iris", "ToM"]


def dates(language, day, month, year, hour, minute):
    """A date as templates of the language print it: in words, in digits, with a time, as an age."""
    time = f"{hour}:{minute:02}"
    if language in MONTHS:
        name = MONTHS[language].split()[month - 1]
        if language == "en":
            half = f"{hour % 12 or 12}:{minute:02} {'AM' if hour < 12 else 'PM'}"
            return {"date": f"{name} {day}, {year} {half}", "day": f"{name} {day}, {year}", "time": half,
                    "digits": f"{month:02}/{day:02}/{year % 100:02} {half}", "ago": f"{day} days ago"}
        words = f"{day}. {name} {year}" if language == "de" else f"{day} {name} {year}"
        age = {"de": "vor {} Tagen", "fr": "il y a {} jours", "es": "hace {} días", "it": "{} giorni fa",
               "pl": "{} dni temu", "ru": "{} дней назад"}[language]
        return {"date": f"{words}, {time}", "day": words, "time": time, "digits": f"{day:02}.{month:02}.{year} {time}",
                "ago": age.format(day)}
    words = f"{year}年{month}月{day}日"
    return {"date": f"{words} {time}", "day": words, "time": time, "digits": f"{year}-{month:02}-{day:02} {time}",
            "ago": f"{day}日前" if language == "ja" else f"{day} 天前"}
