//! The published methods, implemented as described in their papers.

pub mod fusion;
#[cfg(feature = "seeker")]
pub mod seeker;
#[cfg(feature = "style-density")]
pub mod style_density;
pub mod tag_path;
#[cfg(feature = "visual")]
pub mod visual;
