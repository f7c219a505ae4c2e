//! probe
use cairn_base::{Budget, CancelToken};
use cairn_domains::memory::interpret;
use cairn_front_c::{FrontEndOptions, Input, compile};
use cairn_ir::MachineModel;
use cairn_ir::behaviour::Check;
use cairn_transform::instrumentation::{self, CheckMode, InitialisationFlags};

#[test]
fn probe() {
    let checks = [Check::ValidDeref, Check::NullDereference, Check::Alignment, Check::Overflow, Check::ArrayIndex, Check::ValidFree, Check::Division];
    let (mut total, mut proved) = (0, 0);
    for path in std::env::var("PROBE").unwrap_or_default().split_whitespace() {
        let text = std::fs::read_to_string(path).unwrap();
        let input = Input { name: path.to_owned(), text: text.into() };
        let options = FrontEndOptions { checks: checks.to_vec(), ..FrontEndOptions::new(MachineModel::Lp64, "main") };
        let mut program = match compile(&[input], &options) { Ok(p) => p, Err(e) => { println!("{path} {:?}", e.diagnostics); continue } };
        cairn_pointer_analysis::MemoryPartition::find_exposure(&mut program);
        let dangling = cairn_pointer_analysis::Dangling::new(&program);
        let all = instrumentation::find(&mut program, &checks, &|p| dangling.may_be(p), &InitialisationFlags::default());
        let start = std::time::Instant::now();
        let known = interpret(&program, 300_000, &Budget::unlimited(CancelToken::new())).unwrap();
        let Some(known) = known else { println!("NOANSWER {path} {:?}", start.elapsed()); total += all.len(); continue };
        println!("TIME {path} {:?}", start.elapsed());
        for check in &all {
            total += 1;
            let args = match &check.asked { CheckMode::Primitive(_, args) => args.clone(), CheckMode::Condition(e) | CheckMode::OfObject(e, _) => vec![*e] };
            let ok = match &check.asked {
                CheckMode::OfObject(violated, _) if check.check == Check::Alignment => known.is_aligned(check.node, *violated, &program),
                CheckMode::Condition(violated) | CheckMode::OfObject(violated, _) => known.is_zero(check.node, *violated, &program),
                CheckMode::Primitive(which, args) => known.allow(check.node, *which, args, &program),
            };
            if ok { proved += 1; continue }
            let edge = program.nodes[check.node].leaving.first();
            let at = edge.and_then(|edge| program.sources.locate(program.edges[*edge].span)).map_or_else(String::new, |l| format!("{}:{}", l.line, l.column));
            let text = known.describe(check.node, &args, &program);
            println!("OPEN {} {} {at} {:?} {text}", path.rsplit('/').next().unwrap(), program.functions[program.nodes[check.node].function].name, check.check);
        }
    }
    println!("TOTAL {total} proved {proved}");
}
