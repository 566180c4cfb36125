//! The only part of Lode that reads from outside: files, folders, WARCs, and a real browser.
