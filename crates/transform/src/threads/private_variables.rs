//! Variables that one instance has for itself: only its text names them, and no pointer goes to them. What they hold changes only where that
//! instance writes them by name.

use super::copies::Copies;
use cairn_base::FastMap;
use cairn_ir::effects;
use cairn_ir::ids::VarId;
use cairn_ir::program::VarKind;

/// The instance that names each of them.
pub(super) struct PrivateVariables(FastMap<VarId, Option<usize>>);

impl PrivateVariables {
    pub fn of(copies: &Copies<'_>) -> Self {
        let program = &*copies.program;
        let mut owners: FastMap<VarId, Option<usize>> = FastMap::default();
        for edge in &copies.edges {
            let edge = &program.edges[*edge];
            let Some(node) = copies.nodes.get(&edge.source) else { continue };
            for var in effects::all(program, &edge.op).into_iter().filter_map(effects::Effect::named) {
                let of = owners.entry(var).or_insert(Some(node.instance));
                if *of != Some(node.instance) {
                    *of = None;
                }
            }
        }
        owners.retain(|var, _| {
            let var = &program.vars[*var];
            !var.address_taken && !matches!(var.kind, VarKind::Static | VarKind::StringLiteral)
        });
        Self(owners)
    }

    pub fn is_of(&self, var: VarId, instance: usize) -> bool {
        self.0.get(&var) == Some(&Some(instance))
    }
}
