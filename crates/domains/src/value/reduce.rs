//! Block-abstraction memoization (BAM 4.4.2, 4.4.3), with pointers, which the paper leaves out.
//!
//! **What is kept.** The objects that the block can get at by name or by following known pointers from there: the statics
//! that it or a callee mentions, its own frame, constant addresses, and all that these point to, and so on. Everything
//! else stays behind and comes back unchanged. Three things can reach what stayed behind all the same, and each leaves a
//! trace: a write through an unknown pointer ([`ValueState::is_tame`]), after which all exposed objects are forgotten;
//! `free`, after which the pointers that stayed behind to the freed object are; and `free` of an unknown pointer
//! ([`ValueState::frees_known`]), after which all pointers to the heap are.
//!
//! **Names.** What is kept gets canonical names, by the order in which it is found. The block's own frame goes to depth 0;
//! an older object that is not static (a local of a caller, memory) becomes the `rank`-th of its family under a name that
//! nothing made in the block gets. So a fresh object is never taken for one that stayed behind, an object freed and made
//! anew in the block is not taken for the old one, and a call is the same call whatever the number of its argument's
//! memory and however deep the frame that an argument points into. On the way back older objects get their old names and
//! fresh ones names that are free outside.
//!
//! **Soundness.** A renaming that keeps objects apart changes nothing in what a step does, and the restriction to the kept
//! objects changes nothing in what the block does to them. It does not matter that `out` may come from a block's entry
//! that is above the reduced one (recursion): what that entry says of a name, this one says too, so a pointer in it leads
//! to an object that is kept here; a name that is not known here was never pointed to.

use super::ValueAnalysis;
use super::datum::Datum;
use super::object::{AbstractObject, ObjectBase};
use super::object_content::{KnownBits, ObjectContent};
use super::precision::ValuePrecision;
use super::state::ValueState;
use crate::block_usage::Usage;
use cairn_base::{FastIndexMap, FastIndexSet, FastMap, FastSet};
use cairn_cpa::{Cx, Reduce, ReductionScope, Res};

impl Reduce for ValueAnalysis {
    fn reduce(&self, entry: &ValueState, scope: &ReductionScope<'_>, _cx: &mut Cx<'_>) -> Res<ValueState> {
        let kept = Kept::of(entry, &self.usages.of(scope), scope.depth);
        let mut reduced = ValueState::new();
        for (object, name) in &kept.names {
            if let (Some(name), Some(content)) = (*name, entry.content(*object)) {
                reduced.set_content(name, renamed(content, |to| kept.name(to)));
            }
        }
        reduced.set_tame(true);
        reduced.set_frees_known(true);
        Ok(reduced)
    }

    fn reduce_precision(&self, precision: &ValuePrecision, scope: &ReductionScope<'_>) -> ValuePrecision {
        let usage = self.usages.of(scope);
        precision.filtered(|base| match base {
            ObjectBase::Var(var) => usage.may_use(var, scope.program),
            ObjectBase::Site(site) => usage.follows_pointers() || usage.has_site(site),
            ObjectBase::Unnamed => usage.follows_pointers(),
        })
    }

    fn expand(
        &self,
        entry: &ValueState,
        out: &ValueState,
        scope: &ReductionScope<'_>,
        _cx: &mut Cx<'_>,
    ) -> Res<ValueState> {
        let kept = Kept::of(entry, &self.usages.of(scope), scope.depth);
        let mut expanded = entry.clone();
        kept.leave_behind(entry, out, scope, &mut expanded);
        for (object, name) in &kept.names {
            if name.is_none_or(|name| out.content(name).is_none()) {
                expanded.remove(*object);
            }
        }
        let back = Back::new(&kept, &expanded, out, scope.depth);
        out.for_each(|name, content| {
            let Some(object) = back.object(name) else { return };
            let content = renamed(content, |to| back.object(to));
            if expanded.content(object) != Some(&content) {
                expanded.set_content(object, content);
            }
        });
        expanded.set_tame(entry.is_tame() && out.is_tame());
        expanded.set_frees_known(entry.frees_known() && out.frees_known());
        Ok(expanded)
    }

    /// `hanoi(n)` with `n <= 31`: the results of the call around, which has a wider range, have no end. Many more would
    /// be many states a call where arguments branch.
    fn context_depth(&self) -> usize {
        32
    }

    /// `count(n)` with any `n` returns 0, 1, 2, …: variables of which the results differ are not known any more.
    fn forget_differences(&self, older: &ValueState, newer: &ValueState) -> Res<Option<ValueState>> {
        let mut differing = Vec::new();
        newer.for_each_difference(older, |object, new, _| {
            if new.is_some() && object.var().is_some() {
                differing.push(object);
            }
        });
        let mut forgetful = newer.clone();
        differing.iter().for_each(|object| forgetful.remove(*object));
        Ok((!differing.is_empty()).then_some(forgetful))
    }

    fn memo_key(&self, reduced: &ValueState) -> u64 {
        reduced.content_hash()
    }

    fn replayed_whole(&self, _own: &ValuePrecision) -> ValuePrecision {
        ValuePrecision::empty()
    }
}

/// A content with its pointers renamed; a pointer to what has no name is unknown.
fn renamed(content: &ObjectContent, name: impl Fn(AbstractObject) -> Option<AbstractObject>) -> ObjectContent {
    let mut changes: Vec<(u64, KnownBits)> = Vec::new();
    content.cells.for_each(|at, cell| {
        let datum = match cell.datum {
            Datum::Address(to, offset) => name(to).map(|to| Datum::Address(to, offset)),
            Datum::Somewhere(to) => name(to).map(Datum::Somewhere),
            Datum::Reach(_) | Datum::Among(_) => Some(cell.datum.map_reaches(|reach| {
                let object = name(reach.object)?;
                Some(super::Reach { object, ..reach })
            })),
            // What it says of an object goes with the object's name.
            Datum::Index(_) => None,
            other => Some(other),
        };
        let datum = datum.unwrap_or(Datum::Unknown);
        if datum != cell.datum {
            changes.push((at, KnownBits { width: cell.width, datum }));
        }
    });
    let mut content = content.clone();
    for (at, cell) in changes {
        content.write(at, cell.width, cell.datum);
    }
    content
}

/// The objects that a content points to.
fn pointees(content: &ObjectContent, mut found: impl FnMut(AbstractObject)) {
    content.cells.for_each(|_, cell| cell.datum.objects().into_iter().for_each(&mut found));
}

/// Objects of a block, and its names there; `None` for what has none. In the order in which it is found.
struct Kept {
    names: FastIndexMap<AbstractObject, Option<AbstractObject>>,
}

impl Kept {
    fn of(entry: &ValueState, usage: &Usage, depth: u32) -> Self {
        let mut kept = Self { names: FastIndexMap::default() };
        let mut ranks: FastMap<AbstractObject, u32> = FastMap::default();
        let mut keep = |names: &mut FastIndexMap<AbstractObject, Option<AbstractObject>>, object: AbstractObject| {
            names.entry(object).or_insert_with(|| {
                match object.frame().map(|frame| i64::from(frame) - i64::from(depth)) {
                    Some(relative @ 0..) => u32::try_from(relative).ok().and_then(|depth| object.at_depth(depth)),
                    None if object.is_global() => Some(object),
                    _ => {
                        let rank = ranks.entry(object.family()).or_insert(0);
                        *rank += 1;
                        object.older(*rank - 1)
                    }
                }
            });
        };
        entry.for_each(|object, _| {
            let is_root = match (object.frame(), object.var()) {
                (Some(frame), var) => i64::from(frame) == i64::from(depth) && var.is_none_or(|var| usage.mentions(var)),
                (None, Some(var)) => usage.mentions(var),
                (None, None) => object == AbstractObject::ABSOLUTE,
            };
            if is_root {
                keep(&mut kept.names, object);
            }
        });
        let mut next = 0;
        while let Some((object, _)) = kept.names.get_index(next) {
            if let Some(content) = entry.content(*object) {
                pointees(content, |to| keep(&mut kept.names, to));
            }
            next += 1;
        }
        kept
    }

    fn name(&self, object: AbstractObject) -> Option<AbstractObject> {
        self.names.get(&object).copied().flatten()
    }

    /// Effects on the objects that stayed behind.
    fn leave_behind(
        &self,
        entry: &ValueState,
        out: &ValueState,
        scope: &ReductionScope<'_>,
        expanded: &mut ValueState,
    ) {
        let was_freed = |(object, name): (&AbstractObject, &Option<AbstractObject>)| {
            let gone = name.is_none_or(|name| out.content(name).is_none());
            (object.is_on_heap() && !object.is_summary() && entry.content(*object).is_some() && gone).then_some(*object)
        };
        let freed: FastSet<AbstractObject> = self.names.iter().filter_map(was_freed).collect();
        if out.is_tame() && out.frees_known() && freed.is_empty() {
            return;
        }
        entry.for_each(|object, content| {
            if self.names.contains_key(&object) {
                return;
            }
            if !out.frees_known() && object.is_on_heap() {
                expanded.remove(object);
                return;
            }
            if !out.is_tame() && object.is_exposed(scope.program) {
                expanded.lose(object);
                return;
            }
            let is_gone = |to: AbstractObject| freed.contains(&to) || !out.frees_known() && to.is_on_heap();
            let cleared = renamed(content, |to| (!is_gone(to)).then_some(to));
            if cleared != *content {
                expanded.set_content(object, cleared);
            }
        });
    }
}

/// The way back: from the names in a block to those outside.
struct Back {
    older: FastMap<AbstractObject, AbstractObject>,
    fresh: FastMap<AbstractObject, Option<AbstractObject>>,
    depth: u32,
}

impl Back {
    /// `behind` is what the state outside has beside the block's.
    fn new(kept: &Kept, behind: &ValueState, out: &ValueState, depth: u32) -> Self {
        let older: FastMap<AbstractObject, AbstractObject> =
            kept.names.iter().filter_map(|(object, name)| Some((name.filter(|n| n.is_older())?, *object))).collect();
        // Memory that was made in the block, in the order of its numbers there.
        let mut made: FastIndexSet<AbstractObject> = FastIndexSet::default();
        let mut add = |object: AbstractObject| {
            if object.frame().is_none() && !object.is_global() && !object.is_older() {
                made.insert(object);
            }
        };
        out.for_each(|object, content| {
            add(object);
            pointees(content, &mut add);
        });
        made.sort_unstable();
        let mut back = Self { older, fresh: FastMap::default(), depth };
        if made.is_empty() {
            return back;
        }
        let mut used: FastSet<AbstractObject> = kept.names.keys().copied().filter(|o| o.is_unnamed()).collect();
        behind.for_each(|object, content| {
            used.insert(object);
            pointees(content, |to| _ = used.insert(to));
        });
        let mut last: FastMap<AbstractObject, u32> = FastMap::default();
        for object in &used {
            if object.is_on_heap() && !object.is_global() && !object.is_older() {
                let next = last.entry(object.family()).or_insert(0);
                *next = (*next).max(object.number() + 1);
            }
        }
        for object in made {
            let next = last.entry(object.family()).or_insert(0);
            let free =
                (*next..).filter_map(|n| Some((n, object.numbered(n)?)).filter(|(_, o)| !used.contains(o))).next();
            if let Some((number, _)) = free {
                *next = number + 1;
            }
            back.fresh.insert(object, free.map(|(_, name)| name));
        }
        back
    }

    fn object(&self, name: AbstractObject) -> Option<AbstractObject> {
        if name.is_global() {
            return Some(name);
        }
        if name.is_older() {
            return self.older.get(&name).copied();
        }
        match name.frame() {
            Some(depth) => name.at_depth(u32::try_from(depth).ok()?.checked_add(self.depth)?),
            None => self.fresh.get(&name).copied().flatten(),
        }
    }
}
