//! The versions of a wrapper: each that was ever used stays in its file.

use super::{FORMAT, Field, Made, Review, Template, Version, WrapperFile};

impl WrapperFile {
    /// A new wrapper of some fields.
    pub(in crate::wrapping) fn new(
        template: Template,
        fields: Vec<Field>,
        review: Vec<Review>,
        made: Made,
    ) -> WrapperFile {
        let (lode_wrapper, version, history) = (FORMAT, 1, Vec::new());
        WrapperFile { lode_wrapper, version, template, fields, review, pattern: None, made: Some(made), history }
    }

    /// Puts another wrapper in the place of this one, which goes into the history.
    pub(in crate::wrapping) fn replaced_by(&self, new: WrapperFile) -> WrapperFile {
        let mut history = self.history.clone();
        history.push(self.as_version());
        WrapperFile { version: self.version.saturating_add(1), history, ..new }
    }

    /// The wrapper as it was before it was healed. Nothing is lost: what is given up goes into the history too.
    pub fn rolled_back(&self) -> Option<WrapperFile> {
        let mut history = self.history.clone();
        let latest = history.iter().rposition(|version| !version.undone)?;
        let Version { template, fields, review, pattern, made, .. } = history.remove(latest);
        history.push(Version { undone: true, ..self.as_version() });
        let (lode_wrapper, version) = (FORMAT, self.version.saturating_add(1));
        Some(WrapperFile { lode_wrapper, version, template, fields, review, pattern, made, history })
    }

    fn as_version(&self) -> Version {
        Version {
            version: self.version,
            undone: false,
            template: self.template.clone(),
            fields: self.fields.clone(),
            review: self.review.clone(),
            pattern: self.pattern.clone(),
            made: self.made.clone(),
        }
    }
}
