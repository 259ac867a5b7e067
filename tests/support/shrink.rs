//! Shrinks a failing input before it is reported.

/// Deletes chunks, from halves down to single characters, as long as `fails` holds (delta debugging).
pub fn shrink(input: &str, fails: impl Fn(&str) -> bool) -> String {
    let mut best: Vec<char> = input.chars().collect();
    let mut size = best.len().div_ceil(2);
    while size > 0 {
        let mut at = 0;
        let mut deleted = false;
        while at < best.len() {
            let end = (at + size).min(best.len());
            let candidate: Vec<char> = best[..at].iter().chain(&best[end..]).copied().collect();
            if fails(&candidate.iter().collect::<String>()) {
                best = candidate;
                deleted = true;
            } else {
                at += size;
            }
        }
        // A deletion at the smallest size may make another one possible.
        size = if size == 1 && deleted { 1 } else { size / 2 };
    }
    best.into_iter().collect()
}
