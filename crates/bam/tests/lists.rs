//! A user's own blocks in C programs, where lines are known.

#[path = "../../domains/tests/common/mod.rs"]
mod common;

use cairn_bam::{Blocks, Partition, list, run};
use cairn_cpa::{EngineOptions, NoObserver, Specification};
use cairn_domains::value::{Refining, ValueAnalysis};
use common::{Checker, budget, program, word};

const TEXT: &str = "extern void reach_error(void);
int twice(int x) { return 2 * x; }
int main(void) {
  int sum = 0;
  for (int i = 0; i < 3; i++) {
    int j = 0;
    while (j < 2) {
      sum++;
      j++;
    }
  }
  sum = twice(sum);
  if (sum != 12)
    reach_error();
  return 0;
}
";

fn partition(text: &str) -> Result<Vec<String>, String> {
    let program = program("lists.c", TEXT);
    let partition = Partition::new(&program, &Blocks::Listed(list::parse(text)?))?;
    Ok(partition.iter().skip(1).map(|(_, block)| block.name.clone()).collect())
}

#[test]
fn loops_functions_and_lines_are_found() {
    assert_eq!(partition("function twice\nloop main 5\nloop main 7").unwrap(), ["twice", "main:5", "main:7"]);
    assert_eq!(partition("lines main 8 9").unwrap().len(), 1);
}

#[test]
fn blocks_that_overlap_are_refused() {
    let why = partition("loop main 7\nlines main 9 12").unwrap_err();
    assert!(why.starts_with("lines 1 and 2 of the blocks") || why.contains("can be entered at"), "{why}");
    assert!(partition("function twice\nfunction twice").unwrap_err().contains("neither nested nor disjoint"));
    assert!(partition("lines main 90 99").unwrap_err().contains("has nothing in the lines"));
}

#[test]
fn calls_are_followed_where_no_function_is_a_block() {
    let follow = |text| Blocks::Listed(list::parse(text).unwrap()).follow_calls();
    assert!(follow("loop main 5\nlines main 8 9") && !follow("loop main 5\nfunction twice"));
    assert!(Blocks::Loops.follow_calls() && !Blocks::Functions.follow_calls());
}

#[test]
fn a_list_gives_the_verdict_of_the_others() {
    let program = program("lists.c", TEXT);
    let specification = Specification::default_reachability();
    for text in ["function twice", "loop main 7", "function twice\nloop main 5\nloop main 7", "lines main 8 9"] {
        let blocks = Blocks::Listed(list::parse(text).unwrap());
        let (options, mut checker) = (EngineOptions::default(), Checker::new(&program, &specification));
        let cpa = ValueAnalysis::new(Refining::Cegar);
        let outcome =
            run(&cpa, &program, &specification, &blocks, &options, &mut checker, &budget(10), &mut NoObserver).unwrap();
        assert_eq!(word(&outcome.verdict), "true", "{text}: {:?}", outcome.reasons);
        assert!(outcome.graph.figures.misses > 0, "{text}");
    }
}
