//! Who one is for a server: TLS with a certificate of one's own authority, and nkeys. Tokens are tested in `verify_all.rs`.

use crate::cairn;
use crate::nats;
use cairn_tools::{Tool, needs};

use cairn::{Folder, cairn};
use nats::{Nats, worker};
use std::process::{Command, Stdio};

const UNSAFE: &[u8] = b"extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  if (__VERIFIER_nondet_int() == 84)
    reach_error();
  return 0;
}
";

/// Runs `openssl` in the folder.
fn openssl(folder: &Folder, arguments: &str) {
    let mut command = Command::new("openssl");
    command.args(arguments.split(' ')).current_dir(folder.path("")).stderr(Stdio::null());
    let status = command.status().expect("openssl is there");
    assert!(status.success(), "openssl {arguments}");
}

/// An authority `ca.pem`, and `cert.pem` with `key.pem`, which it has signed for the loopback address.
fn certificates(folder: &Folder) -> bool {
    if !needs(Tool::Openssl) {
        return false;
    }
    std::fs::write(folder.path("names"), "subjectAltName=IP:127.0.0.1\nbasicConstraints=CA:FALSE\n").unwrap();
    let curve = "-newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes";
    openssl(folder, &format!("req -x509 {curve} -keyout ca.key -out ca.pem -days 2 -subj /CN=ours"));
    openssl(folder, &format!("req -x509 {curve} -keyout other.key -out other.pem -days 2 -subj /CN=other"));
    openssl(folder, &format!("req {curve} -keyout key.pem -out request.pem -subj /CN=server"));
    let signing =
        "x509 -req -in request.pem -CA ca.pem -CAkey ca.key -CAcreateserial -out cert.pem -days 2 -extfile names";
    openssl(folder, signing);
    true
}

#[test]
fn tls_with_an_authority_of_ones_own() {
    let folder = Folder::new(&[("unsafe.c", UNSAFE)]);
    if !certificates(&folder) {
        return;
    }
    let (cert, key) = (folder.path("cert.pem"), folder.path("key.pem"));
    let tls = ["--jetstream", "--tls", "--tlscert", cert.to_str().unwrap(), "--tlskey", key.to_str().unwrap()];
    let Some(server) = Nats::start(&folder, &tls) else { return };
    let url = server.tls();
    for authority in [&[] as &[_], &["--ca-file", "other.pem"]] {
        let arguments = [&["verify", "--distributed", &url, "unsafe.c"] as &[_], authority].concat();
        let ended = cairn(&folder, &arguments, &[]);
        assert!(ended.code == 2 && ended.err.contains("no TLS with the server at"), "{ended:?}");
    }
    let ours = ["--ca-file", "ca.pem"];
    let _worker = worker(&folder, &url, "one", &ours);
    for arguments in
        [&["verify", "unsafe.c", "--distributed", &url] as &[_], &["verify-all", "unsafe.c", "--distributed", &url]]
    {
        let ended = cairn(&folder, &[arguments, &ours].concat(), &[]);
        assert_eq!(ended.code, 1, "{ended:?}");
    }
}

#[test]
fn an_nkey_lets_its_owner_in_and_nobody_else() {
    let folder = Folder::new(&[("unsafe.c", UNSAFE)]);
    let (ours, other) = (nkeys::KeyPair::new_user(), nkeys::KeyPair::new_user());
    std::fs::write(folder.path("ours.nk"), format!("# mine\n{}\n", ours.seed().unwrap())).unwrap();
    std::fs::write(folder.path("other.nk"), other.seed().unwrap()).unwrap();
    let configuration = folder.path("nkeys.conf");
    let users = format!("authorization {{ users: [ {{ nkey: {} }} ] }}\n", ours.public_key());
    std::fs::write(&configuration, users).unwrap();
    let configuration = configuration.to_str().unwrap();
    let Some(server) = Nats::start(&folder, &["--jetstream", "-c", configuration]) else { return };
    let url = server.url();
    for nkey in [&[] as &[_], &["--nkey-file", "other.nk"]] {
        for command in [&["worker", "--connect", &url] as &[_], &["verify", "unsafe.c", "--distributed", &url]] {
            let ended = cairn(&folder, &[command, nkey].concat(), &[]);
            assert!(ended.code == 2 && ended.err.contains("lets nobody in with these credentials"), "{ended:?}");
        }
    }
    let ours = ["--nkey-file", "ours.nk"];
    let _worker = worker(&folder, &url, "one", &ours);
    let ended = cairn(&folder, &[&["verify", "unsafe.c", "--distributed", &url] as &[_], &ours].concat(), &[]);
    assert_eq!(ended.code, 1, "{ended:?}");
}
