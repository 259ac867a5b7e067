//! The view: an HTML file that shows what the library saw on a page.
//!
//! | file | what |
//! |---|---|
//! | `data` | what the view shows, as JSON |
//! | `comparison` | how another mask or version judges the blocks |
//! | `page` | the HTML file around it |
//! | `facts` | what the page says about itself, with the ranges of its source |
//! | `units` | positions in the source as browsers count them |
//! | `verdict` | why a block is kept or left out |
//! | `features` | what the features of the learned mask mean |
//! | `view.css`, `view.js` | the style and the program of the file |

pub mod comparison;
pub mod data;
mod facts;
pub mod features;
pub mod page;
mod units;
pub mod verdict;
