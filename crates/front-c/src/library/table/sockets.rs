//! `<sys/socket.h>`, `<netdb.h>`, `<arpa/inet.h>`.

use super::row::*;

/// The rows.
pub(in crate::library) const ROWS: &[Row] = &[
    ("socket", "i:iii", system(COUNT)),
    ("socketpair", "i:iiip", writes(&[descriptors(3)], STATUS)),
    ("bind connect", "i:ipu", system(STATUS)),
    ("listen shutdown", "i:ii", system(STATUS)),
    ("accept getsockname getpeername accept4 recvfrom recvmsg recvmmsg", "", A::Unsupported),
    ("getsockopt", "i:iiipp", A::Unsupported),
    ("setsockopt", "i:iiiPu", system(STATUS)),
    ("send", "l:iPzi", system(Answer::UpTo(-1, 2))),
    ("sendto", "l:iPzipu", system(Answer::UpTo(-1, 2))),
    ("sendmsg", "l:iPi", system(COUNT)),
    ("recv", "l:ipzi", A::Prelude),
    ("htonl ntohl", "u:u", A::Prelude),
    ("htons ntohs", "W:W", A::Prelude),
    ("inet_addr", "u:s", computes(Answer::Any)),
    ("inet_aton", "i:sp", computes_into(&[pointee(1)], Answer::Range(0, 1))),
    ("inet_pton inet_ntop inet_ntoa", "", A::Unsupported),
    (
        "getaddrinfo freeaddrinfo getnameinfo gethostbyname gethostbyaddr getservbyname getprotobyname",
        "",
        A::Unsupported,
    ),
    ("gai_strerror hstrerror", "S:i", computes(Answer::TextOrNull)),
    ("getservbyport gethostbyname_r gethostbyaddr_r getifaddrs freeifaddrs", "", A::Unsupported),
    ("if_nametoindex", "u:s", system(Answer::Any)),
];
