//! An owner and a value that borrows from it, in one movable piece, which Rust's lifetimes cannot say.
#![allow(unsafe_code)]

use super::OutOfMemory;
use std::alloc::{Layout, alloc};
use std::mem::{ManuallyDrop, MaybeUninit};
use std::ptr::NonNull;

/// A type with a lifetime, such as `Document<'a>`, without it: what an [`Owning`] holds.
pub(crate) trait Borrower {
    /// The type when it borrows for `'a`.
    type Of<'a>;

    /// The same value with a shorter lifetime. The identity function compiles only for a type for which this is right.
    fn shorten<'s, 'l: 's>(value: &'s Self::Of<'l>) -> &'s Self::Of<'s>;
}

/// An owner on the heap, and the value that was made from an exclusive borrow of it.
///
/// While the value lives, nothing else can reach the owner: it is neither read nor moved nor dropped.
pub(crate) struct Owning<O, B: Borrower> {
    /// Its lifetime is a placeholder: it lives as long as the owner stays where it is. `MaybeUninit`, because moving a
    /// bare reference, or a struct of them, asserts that what it points to outlives the call; it is always initialized.
    value: MaybeUninit<B::Of<'static>>,
    /// From a `Box`. A raw pointer, because moving a `Box` asserts unique access to memory that the value reads.
    owner: NonNull<O>,
}

impl<O, B: Borrower> Owning<O, B> {
    /// Lends the owner to `borrow` and keeps both what it returns and the owner.
    ///
    /// # Errors
    /// The error of `borrow`, with the owner.
    pub fn try_new<E>(
        owner: Box<O>,
        borrow: impl for<'a> FnOnce(&'a mut O) -> Result<B::Of<'a>, E>,
    ) -> Result<Owning<O, B>, (Box<O>, E)> {
        let mut owner = Leaked(NonNull::from(Box::leak(owner)));
        // SAFETY: the pointer comes from a box that nobody else knows, so the borrow is exclusive. It may be as long as
        // the value lives: until then the owner stays where it is, and no other reference to it is made.
        let borrowed: &mut O = unsafe { owner.0.as_mut() };
        match borrow(borrowed) {
            Ok(value) => {
                let value = ManuallyDrop::new(value);
                // SAFETY: the types differ in a lifetime only, and the original is forgotten. `borrow` had to work for
                // any lifetime, so it can have kept the borrow nowhere but in the value; and the value leaves this
                // struct only as a reference that lives as long as a borrow of the struct (`Owning::get`).
                let value = unsafe { (&raw const value).cast::<MaybeUninit<B::Of<'static>>>().read() };
                Ok(Owning { value, owner: owner.keep() })
            }
            // Neither the error nor anything else can hold the borrow, for the same reason.
            Err(error) => Err((owner.into_box(), error)),
        }
    }

    /// The value.
    pub fn get(&self) -> &B::Of<'_> {
        // SAFETY: it is initialized until `into_owner` or `drop` takes `self`.
        B::shorten(unsafe { self.value.assume_init_ref() })
    }

    /// The owner; the value is dropped.
    pub fn into_owner(self) -> Box<O> {
        let mut this = ManuallyDrop::new(self);
        let owner = Leaked(this.owner);
        // SAFETY: it is initialized, and nothing uses it hereafter: `this` is not dropped.
        unsafe { this.value.assume_init_drop() };
        owner.into_box()
    }
}

impl<O, B: Borrower> Drop for Owning<O, B> {
    fn drop(&mut self) {
        // Dropped last, also if dropping the value panics.
        let _owner = Leaked(self.owner);
        // SAFETY: it is initialized, and nothing uses it hereafter.
        unsafe { self.value.assume_init_drop() };
    }
}

// SAFETY: both parts move to the other thread, and both may.
unsafe impl<O: Send, B: Borrower> Send for Owning<O, B> where B::Of<'static>: Send {}

// SAFETY: a shared reference gives access to the value only, and its type says whether threads may share what it
// refers to.
unsafe impl<O, B: Borrower> Sync for Owning<O, B> where B::Of<'static>: Sync {}

/// A leaked box, freed unless it is kept.
struct Leaked<O>(NonNull<O>);

impl<O> Leaked<O> {
    fn keep(self) -> NonNull<O> {
        ManuallyDrop::new(self).0
    }

    fn into_box(self) -> Box<O> {
        // SAFETY: made from a box, and given back once; whoever calls this has ended all borrows.
        unsafe { Box::from_raw(self.keep().as_ptr()) }
    }
}

impl<O> Drop for Leaked<O> {
    fn drop(&mut self) {
        // SAFETY: as in `into_box`.
        drop(unsafe { Box::from_raw(self.0.as_ptr()) });
    }
}

/// Memory for a box, or an error where `Box::new_uninit` would end the process.
///
/// # Errors
/// If the system has no memory left.
pub(crate) fn try_box<T>() -> Result<Box<MaybeUninit<T>>, OutOfMemory> {
    const { assert!(size_of::<T>() > 0) };
    // SAFETY: the layout has a size. It is the allocator and the layout that `Box` frees with, and uninitialized memory
    // is a value of `MaybeUninit`.
    unsafe {
        let memory = NonNull::new(alloc(Layout::new::<T>())).ok_or(OutOfMemory::System)?;
        Ok(Box::from_raw(memory.cast::<MaybeUninit<T>>().as_ptr()))
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Arenas, Bump};
    use super::*;
    use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
    use std::rc::Rc;

    /// A table in an arena, and the text that it was made from.
    #[derive(Clone)]
    struct Table<'a> {
        text: &'a str,
        numbers: &'a [u32],
        /// Tells whether it was dropped.
        _mark: Option<Rc<()>>,
    }

    struct Tables;

    impl Borrower for Tables {
        type Of<'a> = Table<'a>;

        fn shorten<'s, 'l: 's>(value: &'s Table<'l>) -> &'s Table<'s> {
            value
        }
    }

    type Owner = (Arenas, String);

    fn boxed(text: &str) -> Box<Owner> {
        Box::write(try_box().unwrap(), (Arenas::default(), text.to_owned()))
    }

    fn fill<'a>(owner: &'a mut Owner, mark: Option<Rc<()>>) -> Result<Table<'a>, OutOfMemory> {
        let bump: &'a Bump = owner.0.tables.begin(0, None)?;
        let numbers = bump.alloc_slice_fill_iter(0..owner.1.len() as u32);
        numbers[0] = 7;
        Ok(Table { text: &owner.1, numbers, _mark: mark })
    }

    fn owning(text: &str) -> Owning<Owner, Tables> {
        Owning::try_new(boxed(text), |owner| fill(owner, None)).ok().unwrap()
    }

    #[test]
    fn a_value_lives_as_long_as_its_owner() {
        let many: Vec<_> = ["one", "three", "seventeen"].map(owning).into_iter().rev().collect();
        let clone = many[0].get().clone();
        assert_eq!((clone.text, clone.numbers.len(), clone.numbers[0]), ("seventeen", 9, 7));
        let lengths = many.iter().map(|owning| owning.get().numbers.len());
        assert_eq!(lengths.collect::<Vec<_>>(), [9, 5, 3]);
        for owning in many {
            let len = owning.get().numbers.len();
            let owner = owning.into_owner();
            assert!(owner.0.allocated_bytes() > 0 && owner.1.len() == len);
            // The memory is reused.
            let again: Owning<_, Tables> = Owning::try_new(owner, |owner| fill(owner, None)).ok().unwrap();
            assert_eq!(again.get().numbers.len(), len);
        }
    }

    #[test]
    fn the_owner_comes_back_with_an_error() {
        let result = Owning::<Owner, Tables>::try_new(boxed("text"), |owner| {
            owner.1.push('s');
            fill(owner, None)?;
            Err(OutOfMemory::Limit)
        });
        let (owner, error) = result.err().unwrap();
        assert_eq!((owner.1.as_str(), error), ("texts", OutOfMemory::Limit));
    }

    #[test]
    fn the_value_is_dropped_before_the_owner_and_once() {
        let mark = Rc::new(());
        let marked = || {
            Owning::<Owner, Tables>::try_new(boxed("text"), |owner| fill(owner, Some(Rc::clone(&mark)))).ok().unwrap()
        };
        let owning = marked();
        assert_eq!(Rc::strong_count(&mark), 2);
        drop(owning);
        assert_eq!(Rc::strong_count(&mark), 1);
        let owning = marked();
        assert_eq!(Rc::strong_count(&mark), 2);
        let owner = owning.into_owner();
        assert_eq!((Rc::strong_count(&mark), owner.1.as_str()), (1, "text"));
    }

    #[test]
    fn a_panic_frees_the_owner() {
        let mark = Rc::new(());
        let owner = Box::new((Arenas::default(), Rc::clone(&mark)));
        let result = catch_unwind(AssertUnwindSafe(|| {
            let _ =
                Owning::<_, Tables>::try_new(owner, |_| -> Result<Table<'_>, ()> { resume_unwind(Box::new("test")) });
        }));
        assert!(result.is_err());
        assert_eq!(Rc::strong_count(&mark), 1);
    }

    #[test]
    fn other_threads_may_read_and_drop_it() {
        struct Texts;
        impl Borrower for Texts {
            type Of<'a> = &'a str;

            fn shorten<'s, 'l: 's>(value: &'s &'l str) -> &'s &'s str {
                value
            }
        }
        let owner = (Arenas::default(), "text".to_owned());
        let owning = Owning::<_, Texts>::try_new(Box::new(owner), |owner| Ok::<_, ()>(owner.1.as_str()));
        let owning = owning.ok().unwrap();
        std::thread::scope(|scope| {
            for _ in 0..2 {
                scope.spawn(|| assert_eq!(*owning.get(), "text"));
            }
        });
        std::thread::spawn(move || assert_eq!(*owning.get(), "text")).join().unwrap();
    }
}
