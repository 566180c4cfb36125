//! Boxes and styles by the embedded engine, and by a simple estimate.
