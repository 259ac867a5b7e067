//! Labels: what a site's program writes around a text besides its menus: "Read more", "Back to top", "Print this page", "No
//! comments yet", remarks on links that pay and on when a page was changed. They are template on pages of all kinds.

use super::lists::is_in;
use super::starts::{FewStarts, Pairs, Starts};
use super::words::{FEEDBACK, after_signs, asks_for_feedback, begins_with};
use crate::base::words::{Words, words};
use crate::read::page::unicode::is_letter_or_number;
use crate::read::page::{Block, Page};

/// The maximum number of tokens of a remark, of a placeholder and of a row of labels, and of characters of the last two where
/// each is a token.
const MOST_OF_REMARK: u32 = 60;
const MOST_OF_ROW: u32 = 12;
const MOST_CHARACTERS: u32 = 36;
/// Of bytes of the time that reading or listening takes.
const MOST_OF_DURATION: usize = 16;

static LINE_STARTS: Starts = Starts::of([LABELS, PLACEHOLDERS, REMARKS, FEEDBACK]);
static LABEL_STARTS: FewStarts = Starts::of([LABELS]);
static PLACEHOLDER_STARTS: FewStarts = Starts::of([PLACEHOLDERS]);
static REMARK_PAIRS: Pairs = Pairs::of([REMARKS]);
static REMARK_STARTS: FewStarts = Starts::of([REMARKS]);

/// Labels of links and buttons that go on, go up, print, send, share or read aloud.
#[rustfmt::skip]
const LABELS: Words = words![
    "add a comment", "afdrukken", "aller au contenu", "aller aux commentaires", "arkadaşına gönder",
    "artikel anhören", "artikel drucken", "ascolta l'articolo", "ascolta l’articolo", "ascolta questo articolo",
    "auf den merkzettel", "baca selengkapnya", "back to the top", "back to top", "başa dön",
    "beluister dit artikel", "citeşte mai departe", "citește mai mult", "continua a leggere", "continuar a ler",
    "continuar lendo", "continue reading", "czytaj dalej", "czytaj więcej", "deja un comentario", "devamını oku",
    "diesen artikel anhören", "do góry", "dodaj komentarz", "druckansicht", "drucken", "druckversion", "drukuj",
    "dê a sua opinião", "edit this page", "email a friend", "email this", "email this page", "email to a friend",
    "entradas antiguas", "entradas más recientes", "enviar a um amigo", "enviar a un amigo", "enviar por correo",
    "enviar por e-mail", "enviar um comentário", "envoyer par e-mail", "envoyer à un ami", "escucha este artículo",
    "escuchar artículo", "escuchar este artículo", "go to comments", "go to top", "haberi dinle", "haut de page",
    "hør artikkelen", "imprimer", "imprimer cette page", "imprimir", "imprimir página", "inizio pagina",
    "invia a un amico", "ir a los comentarios", "ir para os comentários", "ispiši", "jump to comments",
    "jump to recipe", "kembali ke atas", "kommentar hinterlassen", "laisser un commentaire", "lap tetejére",
    "lascia un commento", "leave a comment", "leave a reply", "leer más", "lees meer", "lees verder",
    "leggi di più", "leggi tutto", "leia mais", "ler mais", "les mer", "lire la suite", "listen to article",
    "listen to this article", "listen to this story", "log in to reply", "lue lisää", "luister naar dit artikel",
    "lyssna på artikeln", "lyt til artiklen", "läs mer", "læs mere", "mehr lesen", "na górę", "naar boven",
    "naar de reacties", "naar het recept", "nach oben", "neuere beiträge", "newer posts", "next post", "nyomtatás",
    "older posts", "opširnije", "ouvir artigo", "ouvir este artigo", "ouça este artigo", "per e-mail senden",
    "pin it", "pin recipe", "poslat e-mailem", "poslechnout článek", "post a comment", "posłuchaj artykułu",
    "povratak na vrh", "powrót na górę", "previous post", "print", "print article", "print page", "print recept",
    "print recipe", "print this", "print this article", "print this page", "print version", "printable version",
    "printer friendly version", "printer-friendly version", "pročitaj više", "reactie plaatsen",
    "read full article", "read full story", "read more", "read the full article", "read the full story",
    "read the rest of this entry", "report abuse", "retour en haut", "retour en haut de page", "return to top",
    "rezept drucken", "saltar al contenido", "sayfa başı", "seguir leyendo", "seite drucken", "seitenanfang",
    "send to a friend", "share this", "share this page", "sivun alkuun", "skip to comments", "skip to content",
    "skip to main content", "skriv ut", "späť hore", "stampa", "stampa la pagina", "takaisin ylös", "tell a friend",
    "terug naar boven", "til toppen", "tilbage til toppen", "tilbake til toppen", "till kommentarerna",
    "till toppen", "tillbaka till toppen", "tipsa en vän", "tipărește", "tisk", "top of page", "torna all'inizio",
    "torna su", "tovább olvasom", "tulosta", "udskriv", "vai ai commenti", "version imprimable",
    "versione stampabile", "versión para imprimir", "versão para impressão", "vissza a tetejére", "voltar ao topo",
    "volver arriba", "vytisknout", "vytisknout stránku", "vytlačiť", "về đầu trang", "weiterempfehlen",
    "weiterlesen", "wersja do druku", "wydrukuj", "wyślij e-mailem", "wyślij znajomemu", "xem thêm", "yazdır",
    "yorum yap", "yukarı çık", "zpět nahoru", "zu den kommentaren", "zum inhalt springen", "zum rezept",
    "zum seitenanfang", "ältere beiträge", "écouter cet article", "écouter l'article", "écouter l’article",
    "înapoi sus", "čtěte více", "číst dále", "čítať viac", "čítať ďalej", "đọc thêm", "διαβάστε περισσότερα",
    "εκτύπωση", "επιστροφή στην κορυφή", "версия для печати", "версія для друку", "наверх", "оставить комментарий",
    "отправить другу", "прослушать статью", "прочетете повече", "распечатать", "роздрукувати", "слушать статью",
    "читати далі", "читать далее", "читать дальше", "читать полностью", "הדפסה", "המשך קריאה", "חזרה למעלה",
    "קרא עוד", "أرسل إلى صديق", "أعلى الصفحة", "إقرأ المزيد", "ادامه مطلب", "ارسل لصديق", "استمع للمقال",
    "اقرأ المزيد", "العودة إلى الأعلى", "بازگشت به بالا", "طباعة", "ऊपर जाएं", "और पढ़ें", "กลับไปด้านบน",
    "อ่านต่อ", "อ่านเพิ่มเติม", "このページのトップへ", "このページの先頭へ", "この記事を聴く", "もっと見る", "コメントする", "トップへ戻る", "ページの先頭へ",
    "ページの先頭へ戻る", "ページトップへ", "ページ先頭へ", "上に戻る", "先頭へ戻る", "列印", "印刷", "印刷する", "印刷用ページ", "听文章", "回到顶部", "回頂部", "打印",
    "打印本页", "查看更多", "続きを読む", "繼續閱讀", "继续阅读", "返回顶部", "閱讀全文", "閱讀更多", "阅读全文", "阅读更多", "계속 읽기", "기사 듣기", "더 보기",
    "더 읽기", "더보기", "맨 위로", "인쇄", "인쇄하기",
];

/// The beginnings of lines that stand where readers have written nothing yet.
#[rustfmt::skip]
const PLACEHOLDERS: Words = words![
    "aucun commentaire", "aún no hay comentarios", "be the first to comment", "be the first to leave",
    "be the first to review", "belum ada komentar", "brak komentarzy", "buďte první", "bądź pierwszy",
    "chưa có bình luận", "commenta per primo", "dodaj pierwszy komentarz", "ei kommentteja", "er zijn nog geen",
    "es sind noch keine", "fii primul care", "henüz değerlendirme", "henüz yorum", "hãy là người đầu tiên",
    "ilk yorumu", "inga kommentarer", "ingen kommentarer", "jadilah yang pertama", "još nema komentara",
    "még nem érkezett", "még nincs hozzászólás", "nenhum comentário", "nessun commento", "niciun comentariu",
    "nie ma jeszcze komentarzy", "no comments yet", "no hay comentarios", "no reviews yet", "noch keine bewertungen",
    "noch keine kommentare", "nog geen reacties", "non ci sono ancora commenti", "ole ensimmäinen",
    "pas encore de commentaire", "schreibe den ersten", "schreiben sie den ersten", "sei der erste, der",
    "seja o primeiro a", "sem comentários", "soyez le premier à", "sé el primero en",
    "wees de eerste", "zatiaľ žiadne", "zatím nejsou", "zatím žádné komentáře",
    "še ni komentarjev", "žádné komentáře", "δεν υπάρχουν σχόλια", "все още няма коментари", "коментарів ще",
    "комментариев нет", "комментариев пока нет", "комментарии отсутствуют", "нет комментариев", "отзывов пока нет",
    "пока нет комментариев", "поки немає коментарів", "אין תגובות", "كن أول من", "لا توجد تعليقات", "لا يوجد تعليقات",
    "هنوز دیدگاهی", "अभी तक कोई टिप्पणी", "हिंदी में कोई टिप्पणी", "まだコメント", "まだレビュー",
    "コメントはありません", "コメントはまだ", "レビューはまだ", "尚無留言", "尚無評論", "暂无评论", "还没有评论",
    "등록된 댓글이", "아직 댓글", "작성된 댓글이",
];

/// The beginnings of remarks of a site on its links, pages and visitors, and of its offers to subscribe.
#[rustfmt::skip]
const REMARKS: Words = words![
    "abonnez-vous à", "abonniere unseren newsletter", "abonnieren sie unseren newsletter",
    "advertisement - continue", "affiliate disclaimer", "affiliate disclosure", "als amazon-partner",
    "article continues after", "article continues below", "artikel gaat verder onder", "artikel wird nach der",
    "artikeln fortsätter efter", "artiklen fortsætter efter", "artykuł zawiera linki af", "as an amazon associate",
    "assine a nossa newsletter", "assine nossa newsletter", "bu forumu görüntüleyenler", "bu sayfa en son",
    "bültenimize abone", "cet article contient des liens aff", "cet article peut contenir des liens aff",
    "cette page a été mod", "continua após a pub", "continua depois da pub", "continua dopo la pub",
    "continue reading below", "continúa después de la pub", "currently active users", "dalsza część artykułu",
    "dalsza część tekstu", "denna artikel innehåller affiliate", "deze blog bevat affiliate",
    "deze post bevat affiliate", "did you make this recipe", "did you try this recipe", "diese seite wurde zuletzt",
    "dieser artikel enthält affiliate", "dieser artikel enthält provision", "dieser beitrag enthält affiliate",
    "dieser beitrag enthält provision", "dit artikel bevat affiliate", "e-bültenimize",
    "en calidad de afiliado de amazon", "en tant que partenaire amazon", "enter your email address to",
    "esta entrada contiene enlaces de af", "esta página fue mod", "este artigo contém links de af",
    "este artigo pode conter links de af", "este artículo contiene enlaces de af",
    "este artículo puede contener enlaces de af", "este post contém links de af", "fez esta receita",
    "gebruikers op dit forum", "haberin devamı aşağıda", "hai provato questa ricetta", "has probado esta receta",
    "hast du das rezept", "hast du dieses rezept", "het artikel gaat verder", "in qualità di affiliato amazon",
    "indlægget indeholder affiliate", "inlägget innehåller affiliate", "innlegget inneholder affiliate",
    "inscrivez-vous à notre", "iratkozz fel hírlevel", "iratkozzon fel hírlevel", "iscriviti alla newsletter",
    "iscriviti alla nostra newsletter", "jetzt newsletter abonn", "join our mailing list", "join our newsletter",
    "juttu jatkuu mainoksen", "já fez esta receita", "la suite après la pub", "lees verder onder de",
    "made this recipe?", "meld deg på vårt nyhetsbrev", "mitglieder in diesem forum", "mitglieder in diesem thema",
    "page last modified", "page last updated", "prenumerera på vårt nyhetsbrev", "prihláste sa na odber",
    "přihlaste se k odběru", "questa pagina è stata modificata", "questo articolo contiene link aff",
    "questo articolo contiene link di aff", "questo post contiene link di aff", "saken fortsetter under",
    "schrijf je in voor onze", "sign up for our free newsletter", "sign up for our newsletter",
    "sign up to our newsletter", "story continues after", "story continues below", "subscreva a nossa newsletter",
    "subscribe to our free newsletter", "subscribe to our newsletter", "suscríbete a nuestr",
    "suscríbete al boletín", "ten artykuł zawiera linki af", "ten wpis zawiera linki af",
    "tento článek obsahuje affiliate", "texten fortsätter efter", "this article contains affiliate",
    "this article may contain affiliate", "this page contains affiliate", "this page may contain affiliate",
    "this page was last", "this post contains affiliate", "this post may contain affiliate",
    "this recipe may contain affiliate", "this site contains affiliate", "this website contains affiliate",
    "tilaa uutiskirje", "tilmeld dig vores nyhedsbrev", "tried this recipe?", "tu as testé cette recette",
    "tę stronę ostatnio zmod", "users browsing this", "users reading this", "users viewing this",
    "usuarios navegando por este", "usuarios viendo este", "usuários navegando neste", "utilisateurs parcourant ce",
    "utilizadores a ver este", "użytkownicy przeglądający", "uživatelé prohlížející", "visitano il forum",
    "vous avez réalisé cette recette", "vous avez testé cette recette", "we may earn a commission",
    "we may earn a small commission", "we may receive a commission", "wer ist online", "who is online",
    "zapisz się do newslettera", "zapisz się na newsletter", "článek obsahuje affiliate", "článek pokračuje pod",
    "кто сейчас на конференции", "подпишитесь на нашу рассылку", "подпишитесь на рассылку",
    "продолжение ниже после", "продолжение после рекламы", "сейчас этот форум просматривают",
    "статья содержит партн", "эта статья содержит партн", "эта страница в последний", "اشترك في النشرة",
    "اشترك في نشرتنا", "この記事にはアフィリエイト", "ニュースレターを購読", "メルマガ登録", "広告の下に記事", "広告の後に続", "当サイトではアフィリエイト",
    "当サイトはアフィリエイト", "本ページはプロモーション", "本記事にはアフィリエイト", "本記事にはプロモーション", "本記事はプロモーション", "訂閱我們的", "記事は広告の後", "订阅我们的",
    "뉴스레터를 구독", "이 게시물은 제휴", "이 포스팅은 쿠팡",
];

/// Whether all of a short block is such labels, or it begins as such a line.
pub(in crate::judge::mask) fn is_label_line(page: &Page<'_>, block: &Block) -> bool {
    let is_short = block.tokens <= MOST_OF_ROW || block.characters <= MOST_CHARACTERS;
    if !is_short || block.heading != 0 {
        return false;
    }
    // Most begin with three letters that begin no entry.
    if let [first, second, third, ..] = *page.bytes_of(block)
        && first.is_ascii_alphanumeric()
        && !LINE_STARTS.may_start(first, second, third)
    {
        return false;
    }
    let text = after_signs(page.text_of(block));
    LINE_STARTS.may_begin(text)
        && (is_row(page, block)
            || begins_with(text, &PLACEHOLDER_STARTS, PLACEHOLDERS)
            || begins_remark(text)
            || block.linked_tokens > 0 && asks_for_feedback(text))
}

/// Whether a block begins as a remark.
pub(in crate::judge::mask) fn is_remark(page: &Page<'_>, block: &Block) -> bool {
    block.tokens <= MOST_OF_REMARK
        && block.heading == 0
        && REMARK_PAIRS.may_begin(page.bytes_of(block))
        && begins_remark(page.text_of(block))
}

/// Whether a text begins as a remark, or an offer to subscribe.
pub(super) fn begins_remark(text: &str) -> bool {
    begins_with(text, &REMARK_STARTS, REMARKS)
}

/// Whether a block is labels side by side: links or, without links, texts between bars. Half of them may be others. Alone, a
/// label without a link has several words.
fn is_row(page: &Page<'_>, block: &Block) -> bool {
    let (text, mut counts) = (page.text_of(block), [0, 0]);
    let mut add = |text: &str| counts[usize::from(is_label(text))] += 1;
    match block.linked_tokens {
        0 if text.contains('|') => text.split('|').for_each(add),
        0 => return text.contains(' ') && is_label(without_duration(text)),
        linked if linked < block.tokens => return false,
        _ => page.links_in(block).for_each(|link| add(page.text_of_link(link))),
    }
    let [others, labels] = counts;
    labels > 0 && others <= labels
}

/// A label without the minutes that reading or listening takes: "Listen to this article 3 min".
fn without_duration(text: &str) -> &str {
    let number = text.bytes().position(|byte| byte.is_ascii_digit() || byte == b'(').filter(|&at| at > 0);
    number.map_or(text, |at| if text.len() - at <= MOST_OF_DURATION { &text[..at] } else { text })
}

fn is_label(text: &str) -> bool {
    let text = after_signs(text).trim_end_matches(|c| !is_letter_or_number(c) && !matches!(c, ')' | ']'));
    text.len() > 1 && LABEL_STARTS.may_begin(text) && is_in(LABELS, text)
}

#[cfg(test)]
mod tests {
    use super::super::super::articles::{ONE, TWO, main_text};
    use super::*;
    use crate::Analyzer;

    #[test]
    fn lists_are_sorted_and_in_lower_case() {
        for list in [LABELS, PLACEHOLDERS, REMARKS] {
            assert!(list.iter().is_sorted());
            assert!(list.iter().all(|word| word == word.to_lowercase()));
        }
        for list in [PLACEHOLDERS, REMARKS] {
            assert!(list.has_no_beginnings());
        }
    }

    #[test]
    fn labels_and_remarks_are_template() {
        for [line, part] in [
            ["<p><a href=/m>Read more »</a></p>", "Read more"],
            ["<p><a href=#t>↑ Nach oben</a> | <a href=/a>Alle Texte</a></p>", "Nach oben"],
            ["<p><a href=/p>Wersja do druku</a> <a href=/w>Wyślij znajomemu</a></p>", "druku"],
            ["<p>Imprimir | Enviar a un amigo</p>", "Imprimir"],
            ["<p><a href=/t>このページのトップへ</a></p>", "トップ"],
            ["<p>Be the first to comment!</p>", "first"],
            ["<div>Henüz yorum yapılmamış.</div>", "yorum"],
            [
                "<p><em>Dieser Beitrag enthält Affiliate-Links, die uns ein wenig Geld bringen, wenn du kaufst.</em></p>",
                "Affiliate",
            ],
            ["<p>Подпишитесь на нашу рассылку</p>", "рассылку"],
            ["<div><h3>Who is online</h3><p>Users browsing this forum: Ann, Tom and 3 guests</p></div>", "online"],
            ["<h3>Wer ist online?</h3><p>Mitglieder in diesem Forum: 0 Mitglieder und 3 Gäste</p>", "Gäste"],
        ] {
            let text = main_text(&format!("{ONE}{TWO}{line}"));
            assert!(text.contains("stone pier") && !text.contains(part), "{line}: {text}");
        }
    }

    #[test]
    fn labels_are_template_on_lists() {
        let post = |number: usize, more: &str| {
            format!(
                "<div><h2><a href=/{number}>Note {number}</a></h2>{ONE}{TWO}<p><a href=/{number}>{more}</a></p></div>"
            )
        };
        for more in ["Read more", "Weiterlesen …", "続きを読む"] {
            let html = format!("<title>Notes</title><h1>Notes</h1>{}{}{}", post(1, more), post(2, more), post(3, more));
            let mut analyzer = Analyzer::default();
            let text = analyzer.analyze(html.as_bytes()).unwrap().main_text().text().to_owned();
            assert!(text.contains("stone pier") && !text.contains(more), "{text}");
        }
    }

    #[test]
    fn sentences_with_such_words_stay() {
        for line in [
            "<p>Print it on stiff paper, and hang it above the pier.</p>",
            "<p>Read more about the pier in <a href=/b>the book of Ann Reed</a>.</p>",
            "<p>An affiliate of the harbour owns a third of the pier.</p>",
            "<p>Print, she said.</p>",
        ] {
            let start = &line[3..12];
            assert!(main_text(&format!("{ONE}{line}{TWO}")).contains(start), "{line}");
        }
    }
}
