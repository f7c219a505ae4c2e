//! The partition as text, for tests and for people.

use super::constraints::PointeeObject;
use super::partition::{Layout, MemoryPartition, Storage};
use crate::RegionId;
use cairn_base::Span;
use cairn_base::id::IdVec;
use cairn_ir::{Program, VarId, format_place};
use std::fmt::Write;

fn line(program: &Program, span: Span) -> String {
    program.sources.locate(span).map_or("?".to_owned(), |at| at.line.to_string())
}

fn variable(program: &Program, var: VarId) -> String {
    let of = &program.vars[var];
    match of.frame() {
        Some(function) => format!("{}::{}", program.functions[function].name, of.name),
        None if of.kind == cairn_ir::VarKind::StringLiteral => {
            let bytes = of.data.as_deref().unwrap_or(&[]);
            let text = String::from_utf8_lossy(bytes.strip_suffix(&[0]).unwrap_or(bytes));
            format!("{text:?}")
        }
        None => of.name.clone(),
    }
}

pub(super) fn object(program: &Program, object: PointeeObject) -> String {
    match object {
        PointeeObject::Variable(var) => variable(program, var),
        PointeeObject::Allocation(edge) => format!("allocation on line {}", line(program, program.edges[edge].span)),
        PointeeObject::Absolute => "absolute".to_owned(),
    }
}

impl MemoryPartition {
    /// The partition as text: each set of objects, its regions by offset, and the places in them. Variables in cells are
    /// left out.
    pub fn to_text(&self, program: &Program) -> String {
        let mut places: IdVec<RegionId, Vec<String>> = self.regions().map(|_| Vec::new()).collect();
        for (place, _) in program.exprs.places() {
            if let Some(region) = self.region_of(place) {
                places[region].push(format_place(program, place));
            }
        }
        let mut out = String::new();
        for node in self.all_objects() {
            if let [(PointeeObject::Variable(var), _)] = node.members[..]
                && self.storage(var) == Storage::Cells
            {
                continue;
            }
            if node.regions.is_empty() {
                continue;
            }
            let members: Vec<String> = (node.members.iter())
                .map(|(member, at)| match at {
                    0 => object(program, *member),
                    at => format!("{} at {at}", object(program, *member)),
                })
                .collect();
            let members = if members.is_empty() { "unnamed".to_owned() } else { members.join(", ") };
            let every = if node.period == 0 { String::new() } else { format!(" every {}", node.period) };
            let _ = writeln!(out, "{members}{every}:");
            for id in &node.regions {
                let region = self.region(*id);
                let low = region.shapes.iter().map(|s| s.offset).min().unwrap_or(0);
                let layout = match region.layout {
                    Layout::Uniform { size, .. } => format!("{size}"),
                    Layout::Bytes => "bytes".to_owned(),
                };
                let singleton = match (region.singleton, region.likely) {
                    (Some(_), _) => " sole",
                    (_, Some(_)) => " likely",
                    _ => "",
                };
                let mut places = places[*id].clone();
                places.sort();
                places.dedup();
                let _ = writeln!(out, "  {low:+}: {layout}{singleton}: {}", places.join("; "));
            }
        }
        out
    }
}
