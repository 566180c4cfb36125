//! To come.
use super::Table;
use page::Page;
pub(super) fn find(_: &Page, _: &[Table]) -> Vec<Table> {
    Vec::new()
}
