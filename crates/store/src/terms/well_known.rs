//! Terms that every knowledge base begins with, so that their numbers are known when the program is compiled. The list
//! may grow at its end only.

use super::TermId;

macro_rules! well_known {
    ($($name:ident = $iri:expr),* $(,)?) => {
        /// The numbers of terms that are in every knowledge base.
        #[expect(non_upper_case_globals, reason = "they are the names of the terms")]
        pub(crate) mod id {
            use super::TermId;
            well_known!(@ids 1, $($name),*);
        }
        /// Their IRIs, in the order of their numbers.
        pub(crate) const WELL_KNOWN: &[&str] = &[$($iri),*];
    };
    (@ids $number:expr, $name:ident $(, $more:ident)*) => {
        pub(crate) const $name: TermId = $number;
        well_known!(@ids $number + 1 $(, $more)*);
    };
    (@ids $number:expr $(,)?) => {};
}

well_known! {
    xsd_integer = "http://www.w3.org/2001/XMLSchema#integer",
    xsd_decimal = "http://www.w3.org/2001/XMLSchema#decimal",
    xsd_double = "http://www.w3.org/2001/XMLSchema#double",
    xsd_boolean = "http://www.w3.org/2001/XMLSchema#boolean",
    xsd_date = "http://www.w3.org/2001/XMLSchema#date",
    xsd_date_time = "http://www.w3.org/2001/XMLSchema#dateTime",
}
