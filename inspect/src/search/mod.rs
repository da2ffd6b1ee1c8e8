//! Finding tools by what they do.
