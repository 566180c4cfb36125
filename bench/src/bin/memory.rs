//! Prints how much memory making a page takes and keeps, as a multiple of the page's size. A program of its own,
//! because counting allocations costs time.

use page::{Capture, Page};
use peak_alloc::PeakAlloc;

#[global_allocator]
static ALLOCATOR: PeakAlloc = PeakAlloc;

fn main() {
    let (mut peaks, mut kept) = (Vec::new(), Vec::new());
    for page in bench::sample() {
        let len = page.bytes.len().max(1) as f64;
        let capture = Capture::new(page.name, page.bytes);
        ALLOCATOR.reset_peak_usage();
        let before = ALLOCATOR.current_usage();
        let page = Page::new(capture);
        // The body was counted before and is gone now.
        kept.push((ALLOCATOR.current_usage() as f64 - before as f64 + len) / len);
        peaks.push((ALLOCATOR.peak_usage() as f64 - before as f64 + len) / len);
        drop(page);
    }
    println!("{:<14} {:>8} {:>8}", "x page size", "median", "largest");
    for (label, multiples) in [("peak", &mut peaks), ("kept", &mut kept)] {
        multiples.sort_by(f64::total_cmp);
        let largest = multiples.last().copied().unwrap_or_default();
        println!("{label:<14} {:>8.2} {largest:>8.2}", multiples.get(multiples.len() / 2).copied().unwrap_or_default());
    }
}
