//! The operators of an analysis that a wrapper hands on as they are, written once: for an analysis with a fixed precision,
//! and for one whose types are erased.
//!
//! A wrapper that forgot an operator would silently have the default one, and an operator with a default is one that an
//! analysis may need. So no wrapper lists them: a new operator is added to its trait and here, and to the two places that
//! do something else with it (erasure converts, the composite goes through its parts).

/// The operators of [`crate::Cpa`], handed on: `delegate_cpa!(wrapper => wrapper.inner);` inside of an `impl Cpa`, after the
/// two types.
macro_rules! delegate_cpa {
    ($wrapper:ident => $inner:expr) => {
        fn name(&self) -> &'static str {
            let $wrapper = self;
            $inner.name()
        }
        fn initial(&self, cx: &mut $crate::Cx<'_>) -> $crate::Res<(Self::State, Self::Precision)> {
            let $wrapper = self;
            $inner.initial(cx)
        }
        fn leq(&self, a: &Self::State, b: &Self::State, cx: &mut $crate::Cx<'_>) -> $crate::Res<bool> {
            let $wrapper = self;
            $inner.leq(a, b, cx)
        }
        fn post(
            &self,
            state: &Self::State,
            precision: &Self::Precision,
            at: &$crate::Move<'_>,
            cx: &mut $crate::Cx<'_>,
            out: &mut $crate::Successors<Self::State>,
        ) -> $crate::Res<()> {
            let $wrapper = self;
            $inner.post(state, precision, at, cx, out)
        }
        fn strengthen(
            &self,
            state: &mut Self::State,
            precision: &Self::Precision,
            peers: &[&dyn $crate::Facts],
            at: &$crate::Move<'_>,
            cx: &mut $crate::Cx<'_>,
        ) -> $crate::Res<bool> {
            let $wrapper = self;
            $inner.strengthen(state, precision, peers, at, cx)
        }
        fn merge(
            &self,
            new: &Self::State,
            old: &Self::State,
            precision: &Self::Precision,
            cx: &mut $crate::Cx<'_>,
        ) -> $crate::Res<Option<Self::State>> {
            let $wrapper = self;
            $inner.merge(new, old, precision, cx)
        }
        fn stop(
            &self,
            state: &Self::State,
            reached: &mut dyn Iterator<Item = &Self::State>,
            cx: &mut $crate::Cx<'_>,
        ) -> $crate::Res<Option<usize>> {
            let $wrapper = self;
            $inner.stop(state, reached, cx)
        }
        fn partition(&self, state: &Self::State) -> u64 {
            let $wrapper = self;
            $inner.partition(state)
        }
        fn merges(&self) -> bool {
            let $wrapper = self;
            $inner.merges()
        }
        fn shape(&self, state: &Self::State) -> u64 {
            let $wrapper = self;
            $inner.shape(state)
        }
        fn key(&self, state: &Self::State, like: &Self::State) -> Option<u64> {
            let $wrapper = self;
            $inner.key(state, like)
        }
        fn adjust(
            &self,
            state: Self::State,
            precision: &Self::Precision,
            at: &$crate::Move<'_>,
            cx: &mut $crate::Cx<'_>,
        ) -> $crate::Res<Self::State> {
            let $wrapper = self;
            $inner.adjust(state, precision, at, cx)
        }
    };
}

pub(crate) use delegate_cpa;
