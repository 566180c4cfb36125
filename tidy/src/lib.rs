//! The rules of `ARCHITECTURE.md` as tests: they read the source tree as text and say which file and line breaks a
//! rule, and what to do. There is no code here that anything else could use.
//!
//! A rule is a function from one `Source` to what is wrong with it. Each has a test that holds it against
//! the whole tree, and a made-up bad input that proves it can fail.

#[cfg(test)]
mod boundary;
#[cfg(test)]
mod direction;
#[cfg(test)]
mod manifests;
#[cfg(test)]
mod map;
#[cfg(test)]
mod purity;
#[cfg(test)]
mod source;
#[cfg(test)]
mod style;
#[cfg(test)]
mod surface;
