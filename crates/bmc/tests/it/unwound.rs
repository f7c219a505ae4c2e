//! Whether an unrolling that was stopped has all executions in its formula: that is what its long round is given for.

use crate::bmc;
use cairn_bmc::Mode;
use cairn_cpa::Graph;
use cairn_test_support::{program, word};

/// All digits of a product, by shift and add: a question that no solver decides with the work of the test.
const PRODUCT: &str = "
    extern unsigned __VERIFIER_nondet_uint(void);
    extern void reach_error(void);
    static unsigned long product(unsigned a, unsigned b) {
      unsigned long sum = 0;
      for (int digit = 0; digit < 32; digit++)
        if (b >> digit & 1)
          sum += (unsigned long)a << digit;
      return sum;
    }
    int main(void) {
      unsigned a = __VERIFIER_nondet_uint(), b = __VERIFIER_nondet_uint();
      REST
      if (product(a, b) != (unsigned long)b * a)
        reach_error();
      return 0;
    }";

#[test]
fn a_stopped_question_about_all_executions() {
    for mode in [Mode::Bmc, Mode::KInduction] {
        let outcome = bmc(&program("product.c", &PRODUCT.replace("REST", "")), mode, 64, 1);
        assert_eq!(word(&outcome.verdict), "unknown", "{mode:?}");
        assert!(outcome.graph.is_unwound(), "{mode:?}");
    }
}

#[test]
fn a_stopped_question_about_some_executions() {
    let endless = PRODUCT.replace("REST", "while (__VERIFIER_nondet_uint()) a ^= b;");
    let outcome = bmc(&program("endless.c", &endless), Mode::Bmc, 64, 1);
    assert_eq!(word(&outcome.verdict), "unknown");
    assert!(!outcome.graph.is_unwound());
}
