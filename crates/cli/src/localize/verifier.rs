//! Asks of changed programs whether any inputs still violate the property, for localization by counterfactual.
//!
//! k-induction decides, within solver work and not by a clock, so that the same program gets the same answer. The default strategy
//! divides time, and its random testing is what localization has done already. The time limit of the run holds as well.

use cairn_base::{Span, Work};
use cairn_cpa::NoObserver;
use cairn_faultloc::counterfactual::{ChangeVerdict, ChangeVerifier};
use cairn_ir::Program;
use cairn_options::Analysis;
use cairn_verify::{ReportedVerdict, Request};

/// Steps of the analyses for one changed program.
const STEPS: u64 = 5_000;
/// Solver work for one changed program: about a fifth of a second.
const WORK: Work = Work::thousands(400);

pub struct Verifier<'a> {
    /// The program as it was read.
    pub program: &'a Program,
    pub request: Request,
}

impl<'a> Verifier<'a> {
    /// Of a program, with what was asked of it.
    pub fn new(program: &'a Program, request: &Request) -> Self {
        let mut request = request.clone();
        request.configuration.analysis = Analysis::KInduction;
        request.limits.steps = Some(request.limits.steps.map_or(STEPS, |steps| steps.min(STEPS)));
        request.limits.work = Some(request.limits.work.map_or(WORK, |work| work.min(WORK)));
        Verifier { program, request }
    }
}

impl ChangeVerifier for Verifier<'_> {
    fn is_users(&self, span: Span) -> bool {
        cairn_verify::is_users(self.program, span)
    }

    fn verify(&mut self, changed: &Program) -> ChangeVerdict {
        let report = cairn_verify::verify_program(changed.clone(), &self.request, &mut NoObserver);
        match (report.answer, report.violation) {
            (ReportedVerdict::True, _) => ChangeVerdict::Mended,
            (ReportedVerdict::False, Some(violation)) => ChangeVerdict::Violated(violation.recorded),
            _ => ChangeVerdict::Unknown,
        }
    }
}
