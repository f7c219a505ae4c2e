//! `<sys/socket.h>`, `<netdb.h>`, `<arpa/inet.h>`.

use super::row::*;

/// The rows.
pub(in crate::library) const ROWS: &[Row] = &[
    ("socket", "i:iii", system(COUNT)),
    ("socketpair", "i:iiip", writes(&[descriptors(3)], STATUS)),
    ("bind connect", "i:ip~2u", system(STATUS)),
    ("listen shutdown", "i:ii", system(STATUS)),
    ("accept getsockname getpeername accept4 recvfrom recvmsg recvmmsg", "", A::Unsupported),
    ("getsockopt", "i:iiipp", A::Unsupported),
    ("setsockopt", "i:iiiP~4u", system(STATUS)),
    ("send", "l:iP~2zi", system(Answer::UpTo(-1, 2))),
    ("sendto", "l:iP~2zip~5u", system(Answer::UpTo(-1, 2))),
    ("sendmsg", "l:iP*i", system(COUNT)),
    ("recv", "l:ipzi", A::Prelude),
    ("htonl ntohl", "u:u", A::Prelude),
    ("htons ntohs", "W:W", A::Prelude),
    ("inet_addr", "u:s", computes(Answer::Any)),
    ("inet_aton", "i:sp", computes_into(&[pointee(1)], Answer::Range(0, 1))),
    ("inet_pton inet_ntop inet_ntoa", "", A::Unsupported),
    ("inet_lnaof inet_makeaddr inet_netof", "", A::Unsupported),
    ("__h_errno_location", "p:", A::Prelude),
    ("inet_network", "u:s\"", computes(Answer::Any)),
    ("sockatmark", "i:i", system(Answer::Range(-1, 1))),
    ("if_freenameindex", "v:p", A::Nothing),
    ("if_indextoname if_nameindex", "", A::Unsupported),
    ("endhostent endnetent endprotoent endservent", "v:", A::Nothing),
    ("sethostent setnetent setprotoent setservent", "v:i", A::Nothing),
    ("gethostent getnetent getprotoent getservent", "p:", system(Answer::Shared)),
    ("getprotobynumber", "p:i", system(Answer::Shared)),
    ("getnetbyname", "p:s\"", system(Answer::Shared)),
    ("getnetbyaddr", "p:ui", system(Answer::Shared)),
    (
        "getaddrinfo freeaddrinfo getnameinfo gethostbyname gethostbyaddr getservbyname getprotobyname",
        "",
        A::Unsupported,
    ),
    ("gai_strerror hstrerror", "S:i", computes(Answer::Text)),
    ("getservbyport gethostbyname_r gethostbyaddr_r getifaddrs freeifaddrs", "", A::Unsupported),
    ("if_nametoindex", "u:s", system(Answer::Any)),
];
