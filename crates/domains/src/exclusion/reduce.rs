//! Block-abstraction memoization: a state near an excluded path is about one path through the whole program, so nothing
//! can be left out of it; a state outside of the tree says nothing and is the same in every block.

use super::{PathExclusion, Position};
use cairn_cpa::{Cx, Reduce, Res, Scope};

impl Reduce for PathExclusion {
    fn reduce(&self, entry: &Position, _scope: &Scope<'_>, _cx: &mut Cx<'_>) -> Res<Position> {
        Ok(*entry)
    }

    fn expand(&self, _entry: &Position, out: &Position, _scope: &Scope<'_>, _cx: &mut Cx<'_>) -> Res<Position> {
        Ok(*out)
    }

    fn memo_key(&self, reduced: &Position) -> u64 {
        match reduced {
            Position::Outside => 0,
            Position::At(node) => u64::from(*node) + 1,
        }
    }
}
