use super::{TextLanguage, codes, detect};
use crate::{Analyzer, Options};

fn language(text: &str) -> Option<&'static str> {
    detect(text, None).map(|found| found.language)
}

#[test]
fn sentences_have_their_language() {
    for (expected, text) in [
        ("en", "Rain fell on the city for the third day, and the river rose by two metres over night."),
        ("de", "Am dritten Tag fiel Regen auf die Stadt, und der Fluss stieg über Nacht um zwei Meter."),
        ("fr", "La pluie est tombée sur la ville pour le troisième jour, et la rivière est montée de deux mètres."),
        ("es", "La lluvia cayó sobre la ciudad por tercer día, y el río subió dos metros durante la noche."),
        ("it", "La pioggia è caduta sulla città per il terzo giorno, e il fiume è salito di due metri."),
        ("pt", "A chuva caiu sobre a cidade pelo terceiro dia, e o rio subiu dois metros durante a noite."),
        ("nl", "Voor de derde dag viel er regen op de stad, en de rivier steeg in de nacht met twee meter."),
        ("sv", "Regnet föll över staden för tredje dagen, och floden steg med två meter under natten."),
        ("fi", "Sade lankesi kaupungin ylle kolmatta päivää, ja joki nousi yön aikana kaksi metriä."),
        ("pl", "Deszcz padał na miasto trzeci dzień, a rzeka podniosła się w nocy o dwa metry."),
        ("cs", "Na město už třetí den pršelo a řeka v noci stoupla o dva metry, takže lidé nemohli domů."),
        ("hu", "Harmadik napja esett az eső a városra, és a folyó két métert emelkedett az éjszaka."),
        ("tr", "Şehre üçüncü gündür yağmur yağıyordu ve nehir gece boyunca iki metre yükseldi."),
        ("vi", "Mưa đã rơi xuống thành phố ngày thứ ba, và nước sông dâng lên hai mét trong đêm."),
        ("ru", "Третий день над городом шёл дождь, и за ночь река поднялась на два метра."),
        ("uk", "Третій день над містом ішов дощ, і за ніч річка піднялася на два метри."),
        ("el", "Η βροχή έπεφτε στην πόλη για τρίτη μέρα και το ποτάμι ανέβηκε δύο μέτρα."),
        ("he", "הגשם ירד על העיר זה היום השלישי"),
        ("ar", "هطل المطر على المدينة لليوم الثالث وارتفع منسوب النهر"),
        ("fa", "باران برای سومین روز بر شهر بارید و رودخانه دو متر بالا آمد"),
        ("hi", "शहर में तीसरे दिन भी बारिश हुई और रात भर में नदी दो मीटर बढ़ गई।"),
        ("mr", "शहरात सलग तिसऱ्या दिवशी पाऊस पडला आणि नदीचे पाणी वाढले आहे."),
        ("th", "ฝนตกในเมืองเป็นวันที่สาม และแม่น้ำสูงขึ้นสองเมตร"),
        ("ja", "三日目も町に雨が降り、川は一晩で二メートル上がった。"),
        ("zh", "城市连续第三天下雨，河水一夜之间上涨了两米，许多居民无法回家。"),
        ("ko", "도시에 사흘째 비가 내렸고 강물은 밤새 2미터나 불어났다."),
    ] {
        assert_eq!(language(text), Some(expected), "{text}");
    }
}

#[test]
fn texts_without_evidence_have_none() {
    for text in ["", "OK", "42 | 17.5 % – 2026", "😀 🎉", "Pier 7", "https://", "x = y + z;", "東京"] {
        assert_eq!(language(text), None, "{text}");
    }
}

#[test]
fn a_declared_language_decides_where_the_letters_do_not() {
    let text = "Quando chove no monte";
    assert_eq!(detect(text, Some("pt")).map(|found| found.language), Some("pt"));
    // Not against them.
    let german = "Am dritten Tag fiel Regen auf die Stadt, und der Fluss stieg über Nacht um zwei Meter.";
    assert_eq!(detect(german, Some("en")).map(|found| found.language), Some("de"));
}

fn languages(html: &str) -> (TextLanguage, Vec<TextLanguage>) {
    let mut analyzer = Analyzer::new(Options::default());
    let page = analyzer.analyze(html.as_bytes()).unwrap();
    (page.page_language(), page.block_languages())
}

#[test]
fn blocks_have_what_they_declare_if_their_letters_say_nothing() {
    let (page, blocks) = languages("<p lang=de-AT>42<p lang=EN_us>OK<p lang=klingon>7<p>8");
    let codes: Vec<_> = blocks.iter().map(|found| (found.language, found.confidence)).collect();
    assert_eq!(codes, [(Some("de"), 0.0), (Some("en"), 0.0), (None, 0.0), (None, 0.0)]);
    assert_eq!((page.language, page.confidence), (Some("de"), 0.0));
}

#[test]
fn a_page_in_many_languages_has_no_language() {
    let texts = [
        "Rain fell on the city for the third day, and the river rose by two metres over night.",
        "Am dritten Tag fiel Regen auf die Stadt, und der Fluss stieg über Nacht um zwei Meter.",
        "Sade lankesi kaupungin ylle kolmatta päivää, ja joki nousi yön aikana kaksi metriä.",
        "Deszcz padał na miasto trzeci dzień, a rzeka podniosła się w nocy o dwa metry.",
        "Третий день над городом шёл дождь, и за ночь река поднялась на два метра.",
        "Η βροχή έπεφτε στην πόλη για τρίτη μέρα και το ποτάμι ανέβηκε δύο μέτρα.",
    ];
    let html: String = texts.iter().map(|text| format!("<p>{text}")).collect();
    let (page, blocks) = languages(&html);
    assert_eq!(page, TextLanguage::default());
    let found: Vec<_> = blocks.iter().filter_map(|block| block.language).collect();
    assert_eq!(found, ["en", "de", "fi", "pl", "ru", "el"]);
}

#[test]
fn hostile_pages_are_bounded() {
    let long = "en-".repeat(4000);
    let (page, blocks) = languages(&format!("<html lang={long}><p>42<p lang={long}>{}", "ab ".repeat(100_000)));
    assert!(page.confidence <= 1.0 && blocks.len() == 2 && blocks[0].language.is_none());
    for text in ["\u{300}".repeat(100_000), "ß".repeat(100_000), "İ".repeat(100_000), "\u{200d}a".repeat(50_000)] {
        let (_, blocks) = languages(&format!("<p>{text}"));
        assert!(blocks.iter().all(|block| (0.0..=1.0).contains(&block.confidence)));
    }
}

#[test]
fn codes_are_sorted() {
    assert!(codes::codes().is_sorted() && codes::codes().len() == 184);
    assert_eq!((codes::of_tag("EN-gb"), codes::of_tag("x"), codes::of_tag("eng")), (Some("en"), None, None));
}

#[test]
fn pages_declare_a_language_by_their_root_or_a_meta_element() {
    let language = |html: &str| languages(html).1.first().unwrap().language;
    let meta = |value: &str| format!("<meta http-equiv=Content-Language content='{value}'><p>42");
    assert_eq!(language(&meta("de-AT")), Some("de"));
    assert_eq!(language(&meta(" fi ")), Some("fi"));
    // For readers of both.
    assert_eq!(language(&meta("de, en")), None);
    assert_eq!(language("<meta name=content-language content=de><p>42"), None);
    assert_eq!(language(&format!("<html lang=sv>{}", meta("de"))), Some("sv"));
    // Declared to be unknown.
    assert_eq!(language("<html lang=sv><p lang=''>42"), None);
    let mut analyzer = Analyzer::new(Options::with_parts(crate::Parts::MASK));
    assert_eq!(analyzer.analyze(b"<html lang=nl><p>42").unwrap().page_language().language, Some("nl"));
}

#[test]
fn a_page_is_read_until_its_language_is_clear() {
    let german = "Am dritten Tag fiel Regen auf die Stadt, und der Fluss stieg über Nacht um zwei Meter.";
    let english = "Rain fell on the city for the third day, and the river rose by two metres over night.";
    let html = |texts: &[&str]| texts.iter().map(|text| format!("<p>{text}")).collect::<String>();
    let (page, _) = languages(&html(&[german; 30]));
    assert!(page.language == Some("de") && page.confidence > 0.95);
    // Two thirds, and both in turn.
    let (page, _) = languages(&html(&[german, english, german].repeat(10)));
    assert!(page.language == Some("de") && page.confidence < 0.8, "{page:?}");
    let (page, _) = languages(&html(&[german, english].repeat(30)));
    assert!(page.confidence < 0.7, "{page:?}");
}
