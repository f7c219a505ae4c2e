//! `cairn options`: its tables have every row, and what only experiments need is left out until it is asked for.

use crate::cairn::{Folder, cairn};

#[test]
fn the_table_of_analyses_has_each_of_them_and_says_what_words_mean() {
    let folder = Folder::new(&[]);
    let table = cairn(&folder, &["options", "--analyses"], &[("COLUMNS", "400")]).out;
    for analysis in cairn_options::Analysis::ALL {
        assert!(table.lines().any(|line| line.split(' ').next() == Some(analysis.word())), "{analysis:?}: {table}");
    }
    for capability in cairn_options::Capability::ALL {
        let line = format!("{:14}  {}", capability.word(), capability.meaning());
        assert!(table.lines().any(|other| other == line), "{line}: {table}");
    }
    assert_eq!(cairn(&folder, &["options", "--analyses", "--strategy"], &[]).code, 2);
}

#[test]
fn options_that_only_experiments_need_are_listed_when_all_are_asked_for() {
    let folder = Folder::new(&[]);
    let names = |text: &str| {
        let names = text.lines().skip(1).filter_map(|line| line.split(' ').next());
        names.filter(|name| !name.is_empty()).map(str::to_owned).collect::<Vec<String>>()
    };
    let plain = cairn(&folder, &["options"], &[]).out;
    let (table, last) = plain.trim_end().rsplit_once("\n\n").unwrap();
    let shown = names(table);
    assert!((20..=31).contains(&shown.len()) && shown.is_sorted(), "{shown:?}");
    let all = cairn(&folder, &["options", "--all"], &[]).out;
    let (first, rest) = all.split_once("\n\n").unwrap();
    assert_eq!(first, table);
    let experiments = names(rest.split_once("\n\n").unwrap().1);
    assert!(experiments.iter().all(|name| name.starts_with("experiment.")), "{experiments:?}");
    assert!(experiments.is_sorted() && shown.len() + experiments.len() == cairn_options::TABLE.len(), "{all}");
    assert!(last.starts_with(&format!("{} more, ", experiments.len())) && !last.contains('\n'), "{last}");
    assert_eq!(cairn(&folder, &["options", "--all", "--strategy"], &[]).code, 2);
    let moved = cairn(&folder, &["verify", "--option", "impact.block=edges", "a.c"], &[]);
    assert!(moved.code == 2 && moved.err.contains("did you mean 'experiment.impact.block'?"), "{moved:?}");
}
