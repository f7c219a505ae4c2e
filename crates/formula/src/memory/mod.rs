//! Memory regions. One region of bytes for everything that a pointer may reach, until the points-to analysis is there.

use cairn_base::define_id;

define_id!(
    /// A memory region.
    pub RegionId, "r"
);
