//! `integrations/compose.yaml` without containers: it is read, and what it says is done by hand with the programs of this machine.

use crate::cairn;
use crate::nats;

use cairn::{Folder, cairn};
use nats::{Nats, worker};
use serde_yaml_ng::Value;

const SAFE: &[u8] = b"extern void reach_error(void);
int main(void) {
  int x = 2;
  if (x * x != 4)
    reach_error();
  return 0;
}
";

fn file() -> Value {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../integrations/compose.yaml");
    serde_yaml_ng::from_str(&std::fs::read_to_string(path).unwrap()).unwrap()
}

fn words(list: &Value) -> Vec<String> {
    let word = |word: &Value| word.as_str().unwrap().to_owned();
    list.as_sequence().unwrap().iter().map(word).collect()
}

#[test]
fn the_services_fit_together() {
    let file = file();
    let (services, configs, volumes) = (&file["services"], &file["configs"], &file["volumes"]);
    let keys = |value: &Value| words(&value.as_mapping().unwrap().keys().cloned().collect());
    for (service, what) in services.as_mapping().unwrap() {
        for source in what["configs"].as_sequence().into_iter().flatten() {
            assert!(keys(configs).contains(&source["source"].as_str().unwrap().to_owned()), "{service:?}");
        }
        for volume in what["volumes"].as_sequence().into_iter().flatten() {
            let name = volume.as_str().unwrap().split(':').next().unwrap().to_owned();
            assert!(keys(volumes).contains(&name), "{service:?}");
        }
        for other in what["depends_on"].as_sequence().into_iter().flatten() {
            assert!(keys(services).contains(&other.as_str().unwrap().to_owned()), "{service:?}");
        }
    }
    // Nobody but this machine reaches the server.
    assert!(words(&services["nats"]["ports"]).iter().all(|port| port.starts_with("127.0.0.1:")));
    // The worker asks for the server by its service's name.
    let worker = words(&services["worker"]["command"]);
    assert_eq!(&worker[..2], ["cairn", "worker"]);
    assert!(worker.contains(&"nats://nats:4222".to_owned()), "{worker:?}");
    let help = cairn(&Folder::new(&[]), &["worker", "--help"], &[]);
    for option in worker.iter().filter(|word| word.starts_with('-')) {
        assert!(help.out.split_whitespace().any(|word| word == option), "cairn worker has no {option}");
    }
}

#[test]
fn what_it_starts_does_its_work() {
    let file = file();
    let folder = Folder::new(&[("safe.c", SAFE)]);
    // Compose writes $$ for $.
    let configuration = file["configs"]["nats"]["content"].as_str().unwrap().replace("$$", "$");
    std::fs::write(folder.path("nats.conf"), configuration).unwrap();
    let here = |word: String| match word.as_str() {
        "/nats.conf" => folder.path("nats.conf").to_str().unwrap().to_owned(),
        "/data" => folder.path("store").to_str().unwrap().to_owned(),
        _ => word,
    };
    let arguments: Vec<String> = words(&file["services"]["nats"]["command"]).into_iter().map(here).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    // What compose puts in the place of ${CAIRN_NATS_TOKEN:?…}; one with a blank and digits is the hardest to pass on.
    let passed = words(&file["services"]["nats"]["environment"]);
    let (name, value) = passed[0].split_once('=').unwrap();
    let (before, rest) = value.split_once("${CAIRN_NATS_TOKEN:").unwrap();
    let value = format!("{before}2 of us{}", rest.split_once('}').unwrap().1);
    assert_eq!(words(&file["services"]["worker"]["environment"]), ["CAIRN_NATS_TOKEN"]);
    let Some(server) = Nats::start_at("127.0.0.1", &folder, &arguments, &[(name, value.as_str())]) else { return };
    let url = server.url();
    let without = cairn(&folder, &["worker", "--connect", &url], &[]);
    assert!(without.code == 2 && without.err.contains("lets nobody in"), "{without:?}");
    std::fs::write(folder.path("token"), "2 of us\n").unwrap();
    let _worker = worker(&folder, &url, "one", &["--token-file", "token"]);
    let said = cairn(&folder, &["verify-all", "safe.c", "--distributed", &url], &[("CAIRN_NATS_TOKEN", "2 of us")]);
    assert_eq!(said.code, 0, "{said:?}");
}
