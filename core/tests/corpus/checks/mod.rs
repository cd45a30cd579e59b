//! What has to hold for any bytes at all. The fuzz targets (`fuzz/`) and the test of their corpus run the same checks.

pub mod journal;
pub mod notation;
pub mod places;
pub mod play;
pub mod puzzle;
pub mod record;
pub mod text;

/// Panics when something does not hold for these bytes.
pub type Check = fn(&[u8]);

/// Every check by the name of its fuzz target.
pub const ALL: [(&str, Check); 6] = [
    ("journal", journal::check),
    ("notation", notation::check),
    ("play", play::check),
    ("puzzle", puzzle::check),
    ("record", record::check),
    ("text", text::check),
];
