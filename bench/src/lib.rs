//! One bench per stage.
