//! A document that owns its tables, and the page that it was made from.

use super::Document;
use crate::base::arena::{Arenas, Borrower, Owning, try_box};
use crate::base::error::Error;
use crate::base::limits::CancelToken;
use std::fmt;

/// An analyzed page that owns everything: its tables, which an [`Analyzer`](crate::Analyzer) would keep for the next
/// page, and the page itself, as `S`.
///
/// It can be kept, returned, sent to another thread and shared between threads, and lives on when the analyzer is gone.
/// [`OwnedDocument::document`] is the usual view, with all its methods. Made by
/// [`Analyzer::analyze_owned`](crate::Analyzer::analyze_owned), which costs one allocation more than
/// [`Analyzer::analyze`](crate::Analyzer::analyze), and the memory of the tables if the analyzer has none to give.
/// [`Analyzer::reuse`](crate::Analyzer::reuse) gives the memory back.
///
/// ```
/// use blockmask::{Analyzer, MarkdownOptions, Options, OwnedDocument};
///
/// fn read(html: String) -> Result<OwnedDocument<String>, blockmask::Error> {
///     Analyzer::new(Options::default()).analyze_owned(html)
/// }
///
/// let page = read("<h1>Rain</h1><p>It fell on the city for the third day, and the river rose.".to_owned())?;
/// let page = std::thread::spawn(move || {
///     let document = page.document();
///     assert_eq!(document.blocks().len(), 2);
///     assert!(document.markdown(&MarkdownOptions::default()).text().starts_with("# Rain"));
///     page
/// });
/// let html = page.join().unwrap().into_source();
/// assert!(html.starts_with("<h1>"));
/// # Ok::<(), blockmask::Error>(())
/// ```
///
/// What it gives is borrowed from it:
///
/// ```compile_fail,E0505
/// # let mut analyzer = blockmask::Analyzer::new(blockmask::Options::default());
/// let page = analyzer.analyze_owned("<p>Rain fell on the city.")?;
/// let text = page.document().text();
/// drop(page);
/// println!("{text}");
/// # Ok::<(), blockmask::Error>(())
/// ```
pub struct OwnedDocument<S = Vec<u8>> {
    tables: Owning<Memory<S>, Documents>,
}

/// Arenas that are larger than this are not taken, so that a kept page does not hold what a far longer one needed. Most
/// pages need 2 to 6 bytes a byte.
fn reasonable_size(page: usize) -> usize {
    (256 << 10) + 16 * page
}

/// What a document borrows from.
struct Memory<S> {
    arenas: Arenas,
    source: S,
}

/// Stands for [`Document`].
struct Documents;

impl Borrower for Documents {
    type Of<'a> = Document<'a>;

    fn shorten<'s, 'l: 's>(document: &'s Document<'l>) -> &'s Document<'s> {
        document
    }
}

impl<S: AsRef<[u8]>> OwnedDocument<S> {
    /// Moves the arenas and the page together, and makes the document there. After a failure, what is left of the
    /// arenas is back.
    pub(crate) fn analyze(
        arenas: &mut Arenas,
        source: S,
        analyze: impl for<'a> FnOnce(&'a mut Arenas, &'a [u8]) -> Result<Document<'a>, Error>,
    ) -> Result<OwnedDocument<S>, Error> {
        if arenas.allocated_bytes() > reasonable_size(source.as_ref().len()) {
            *arenas = Arenas::default();
        }
        let memory = try_box().map_err(|_| Error::OutOfMemory)?;
        let memory = Box::write(memory, Memory { arenas: std::mem::take(arenas), source });
        let tables = Owning::try_new(memory, |Memory { arenas, source }| analyze(arenas, (*source).as_ref()));
        let tables = tables.map_err(|(memory, error)| {
            *arenas = memory.arenas;
            error
        })?;
        Ok(OwnedDocument { tables })
    }
}

impl<S> OwnedDocument<S> {
    /// The document.
    pub fn document(&self) -> &Document<'_> {
        self.tables.get()
    }

    /// A token with which other threads can cancel what is made of this document, but not of others: Markdown, passages,
    /// records, facts and the like are then empty until [`CancelToken::clear`].
    ///
    /// ```
    /// let page = blockmask::Analyzer::default().analyze_owned("<p>Rain fell on the city for the third day.")?;
    /// let token = page.cancel_token();
    /// token.cancel();
    /// assert_eq!(page.document().main_text().text(), "");
    /// token.clear();
    /// assert_eq!(page.document().main_text().text(), "Rain fell on the city for the third day.");
    /// # Ok::<(), blockmask::Error>(())
    /// ```
    pub fn cancel_token(&self) -> CancelToken {
        self.document().cancel.get_or_init(CancelToken::default).clone()
    }

    /// Sets that token of a document that has none yet.
    #[cfg(feature = "capi")]
    pub(crate) fn set_cancel_token(&self, token: CancelToken) {
        let _ = self.document().cancel.set(token);
    }

    /// The size of its tables in bytes, used or not, without the page itself.
    pub fn memory_in_use(&self) -> usize {
        self.document().memory
    }

    /// The page as it was passed in; the tables are freed.
    pub fn into_source(self) -> S {
        self.into_parts().1
    }

    pub(crate) fn into_parts(self) -> (Arenas, S) {
        let Memory { arenas, source } = *self.tables.into_owner();
        (arenas, source)
    }
}

impl<S> fmt::Debug for OwnedDocument<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.document().fmt(f)
    }
}

const _: fn() = || {
    fn is_shared<T: Send + Sync>() {}
    is_shared::<OwnedDocument>();
};
