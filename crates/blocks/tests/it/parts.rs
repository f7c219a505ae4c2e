//! Parts, partitions and users' lists in C programs.

use cairn_blocks::{Blocks, Partition, ProgramPart, block_list, dot};
use cairn_front_c::{FrontEndOptions, Input, compile};
use cairn_ir::{CallGraph, MachineModel, NodeId, Program};

const TEXT: &str = include_str!("../parts.c");

fn program() -> Program {
    compiled("parts.c", TEXT)
}

fn compiled(name: &str, text: &str) -> Program {
    let input = Input { name: name.to_owned(), text: text.into() };
    compile(&[input], &FrontEndOptions::new(MachineModel::Lp64, "main")).unwrap_or_else(|_| panic!("it is correct"))
}

fn partition(text: &str) -> Result<Vec<String>, String> {
    let partition = Partition::new(&program(), &Blocks::Listed(block_list::parse(text)?))?;
    Ok(partition.iter().skip(1).map(|(_, block)| block.name.clone()).collect())
}

/// The functions that a part may run.
fn called(part: &ProgramPart, program: &Program) -> Vec<String> {
    part.callees.iter().map(|callee| program.functions[*callee].name.clone()).collect()
}

#[test]
fn a_function_is_left_at_its_exit_and_runs_what_it_calls() {
    let program = program();
    let main = ProgramPart::function(&program, &CallGraph::new(&program), program.start).unwrap();
    assert_eq!(main.exits, [program.functions[program.start].body.unwrap().exit]);
    assert!(called(&main, &program).contains(&"twice".to_owned()));
    assert!(main.nodes.iter().all(|node| program.nodes[*node].function == program.start));
}

#[test]
fn control_leaves_a_loop_only_to_its_exits() {
    let program = program();
    let partition = Partition::new(&program, &Blocks::FunctionsAndLoops).unwrap();
    let loops: Vec<&ProgramPart> = partition.iter().map(|(_, part)| part).filter(|part| !part.is_function).collect();
    assert_eq!(loops.len(), 2);
    for part in &loops {
        let targets: Vec<NodeId> = part.edges(&program).map(|edge| program.edges[edge].target).collect();
        assert!(targets.iter().all(|to| part.has(*to) != part.is_left_at(*to)), "{}", part.name);
        assert!(part.exits.iter().all(|exit| targets.contains(exit)), "{}", part.name);
        assert!(part.callees.is_empty());
        let entering = program.edges.iter().filter(|edge| !part.has(edge.source) && part.has(edge.target));
        assert!(entering.into_iter().all(|edge| edge.target == part.entry));
    }
    assert!(loops[0].is_within(loops[1]) != loops[1].is_within(loops[0]));
}

#[test]
fn blocks_are_entered_in_a_call_or_where_they_are_nested() {
    let program = program();
    let partition = Partition::new(&program, &Blocks::FunctionsAndLoops).unwrap();
    let outermost = partition.outermost();
    let start = partition.get(outermost);
    for (id, part) in partition.iter().skip(1) {
        assert_eq!(partition.entered(outermost, part.entry, 1), Some(id), "{}", part.name);
        assert_eq!(partition.entered(id, part.entry, 0), None, "{}", part.name);
        for (around, larger) in partition.iter() {
            let nested = (!part.is_function && part.is_within(larger)).then_some(id);
            assert_eq!(partition.entered(around, part.entry, 0), nested, "{} in {}", part.name, larger.name);
        }
    }
    assert_eq!(partition.entered(outermost, start.entry, 1), None, "nothing calls the start function");
}

#[test]
fn functions_that_loop_or_call_such_ones_are_blocks() {
    let text = "int leaf(int x) { return x + 1; }
                int turns(int x) { while (x < 9) x = leaf(x); return x; }
                int caller(int x) { return turns(x); }
                int again(int x) { return x > 0 ? again(x - 1) : 0; }
                int main(void) { return caller(1) + again(2) + leaf(3); }";
    let program = compiled("looping.c", text);
    let partition = Partition::new(&program, &Blocks::LoopingFunctions).unwrap();
    let names: Vec<&str> = partition.iter().skip(1).map(|(_, part)| &part.name[..]).collect();
    assert_eq!(names, ["turns", "caller", "again", "main"]);
    let followed = partition.followed(&program);
    assert!(followed.iter().any(|id| program.functions[*id].name == "leaf"));
}

#[test]
fn a_drawing_has_a_cluster_for_each_block() {
    let program = program();
    let partition = Partition::new(&program, &Blocks::FunctionsAndLoops).unwrap();
    let drawing = dot(&program, &partition);
    assert_eq!(drawing.matches("subgraph").count(), partition.len());
    assert_eq!(drawing.matches('{').count(), drawing.matches('}').count());
    assert!(drawing.contains("label=\"main:5\";"), "{drawing}");
}

#[test]
fn a_list_is_checked() {
    let program = program();
    let wrong = |text: &str| {
        let list = block_list::parse(text).and_then(|list| Partition::new(&program, &Blocks::Listed(list)));
        list.err().unwrap_or_else(|| panic!("{text} is accepted"))
    };
    assert_eq!(
        wrong("block main"),
        "line 1 of the blocks is none of 'function NAME', 'loop NAME LINE' or 'lines NAME FIRST LAST'"
    );
    assert_eq!(wrong("\n# none\nloop main x"), "line 3 of the blocks: 'x' is no line number");
    assert_eq!(wrong("function f"), "line 1 of the blocks: the program has no function 'f' with a body");
    assert_eq!(wrong("loop main 77"), "line 1 of the blocks: no loop of 'main' has its head in line 77");
    assert!(block_list::parse("# nothing\n").unwrap().is_empty());
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
    let follow = |text| Blocks::Listed(block_list::parse(text).unwrap()).follow_calls();
    assert!(follow("loop main 5\nlines main 8 9") && !follow("loop main 5\nfunction twice"));
    assert!(Blocks::Loops.follow_calls() && !Blocks::Functions.follow_calls());
}
