//! The web studio, the HTTP API and the SPARQL endpoint. Holds no logic: everything is the public API of [`lode`].
//!
//! Nothing is here yet.
