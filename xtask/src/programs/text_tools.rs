//! The packages of a few programs each.
//!
//! The idea: small programs by many authors, for one author's habits would be counted many times otherwise. Most need no
//! configuration; `./configure` runs for those that do. None needs a library beside those of C.

use super::list::{Package, Program, package, program};

/// The packages in the order of their names.
pub const PACKAGES: &[Package] = &[
    package("ascii", "make -s nametable.h splashscreen.h", &["-DREVISION=3.18"], &[program("ascii", "ascii.c")]),
    package("buffer", "", &[], &[program("buffer", "buffer.c sem.c")]),
    package(
        "bzip2",
        "",
        &["-D_FILE_OFFSET_BITS=64"],
        &[
            program("bzip2", "bzip2.c blocksort.c bzlib.c compress.c crctable.c decompress.c huffman.c randtable.c"),
            program("bzip2recover", "bzip2recover.c"),
        ],
    ),
    package(
        "cksfv",
        "./configure",
        &["-D_FILE_OFFSET_BITS=64", "-D_LARGEFILE64_SOURCE"],
        &[program("cksfv", "src/cksfv.c src/crc32.c src/newsfv.c src/print.c src/readsfv.c")],
    ),
    package("crunch", "", &["-pthread", "-std=c99", "-lm"], &[program("crunch", "crunch.c")]),
    package(
        "dos2unix",
        "",
        &[
            "-DVER_REVISION=\"7.4\"",
            "-DVER_DATE=\"2022\"",
            "-DVER_AUTHOR=\"nobody\"",
            "-DDEBUG=0",
            "-DD2U_UNICODE",
            "-D_LARGEFILE_SOURCE",
            "-D_FILE_OFFSET_BITS=64",
        ],
        &[program("dos2unix", "dos2unix.c querycp.c common.c"), program("unix2dos", "unix2dos.c querycp.c common.c")],
    ),
    package("ent", "", &["-lm"], &[program("ent", "ent.c iso8859.c randtest.c chisq.c")]),
    package(
        "figlet",
        "",
        &["-DTLF_FONTS", "-DDEFAULTFONTDIR=\"/usr/share/figlet\"", "-DDEFAULTFONTFILE=\"standard\""],
        &[program("figlet", "figlet.c zipio.c crc.c inflate.c utf8.c"), program("chkfont", "chkfont.c")],
    ),
    package(
        "hashalot",
        "./configure",
        &[
            "-DPACKAGE=\"hashalot\"",
            "-DVERSION=\"0.3\"",
            "-DHAVE_LIBGEN_H=1",
            "-DHAVE_SYS_MMAN_H=1",
            "-DHAVE_ENDIAN_H=1",
        ],
        &[program("hashalot", "hashalot.c rmd160.c sha512.c")],
    ),
    package("hostname", "", &["-D_GNU_SOURCE"], &[program("hostname", "hostname.c")]),
    package(
        "jhead",
        "",
        &["-lm"],
        &[program("jhead", "jhead.c jpgfile.c jpgqguess.c paths.c exif.c iptc.c gpsinfo.c makernote.c")],
    ),
    package("mdf2iso", "./configure", &["-DHAVE_CONFIG_H", "-I."], &[program("mdf2iso", "src/mdf2iso.c")]),
    package(
        "moreutils",
        "printf '#include <errno.h>\\n' > dump.c && gcc -E -dD dump.c | \
         awk '/^#define E/ { printf \"{\\\"%s\\\",%s},\\n\", $2, $2 }' > errnos.h",
        &[],
        &[
            program("errno", "errno.c"),
            program("ifdata", "ifdata.c"),
            program("ifne", "ifne.c"),
            program("isutf8", "is_utf8/main.c is_utf8/is_utf8.c"),
            program("lckdo", "lckdo.c"),
            program("mispipe", "mispipe.c"),
            program("parallel", "parallel.c"),
            program("pee", "pee.c"),
            program("sponge", "sponge.c"),
        ],
    ),
    package(
        "mpack",
        "",
        &["-DHAVE_DN_EXPAND=1", "-DHAVE_STRCHR=1", "-DHAVE_STRCASECMP=1", "-DHAVE_GETOPT=1", "-I."],
        &[
            program("mpack", "unixpk.c encode.c codes.c magic.c unixos.c xmalloc.c md5c.c"),
            program("munpack", "unixunpk.c decode.c uudecode.c codes.c part.c unixos.c xmalloc.c md5c.c"),
        ],
    ),
    package(
        "ncompress",
        "",
        &["-DDIRENT=1", "-DUSERMEM=800000", "-DREGISTERS=3"],
        &[program("compress", "compress42.c")],
    ),
    package(
        "netcat",
        "",
        &[],
        &[
            Program {
                name: "nc",
                files: "netcat.c",
                flags: &[
                    "-DLINUX",
                    "-DTELNET",
                    "-DGAPING_SECURITY_HOLE",
                    "-DIP_TOS",
                    "-DDEBIAN_VERSION=\"1.10\"",
                    "-lresolv",
                ],
            },
            program("data", "data/data.c"),
            program("xor", "data/xor.c"),
        ],
    ),
    package("nrg2iso", "", &[], &[program("nrg2iso", "nrg2iso.c")]),
    package("par", "", &[], &[program("par", "par.c buffer.c charset.c errmsg.c reformat.c")]),
    package(
        "pwgen",
        "",
        &["-DHAVE_GETOPT_LONG=1", "-DSTDC_HEADERS=1", "-DHAVE_UNISTD_H=1", "-DHAVE_GETOPT_H=1", "-I."],
        &[program("pwgen", "pwgen.c pw_phonemes.c randnum.c pw_rand.c sha1num.c sha1.c")],
    ),
    package("symlinks", "", &[], &[program("symlinks", "symlinks.c")]),
    package("tofrodos", "", &[], &[program("fromdos", "src/tofrodos.c src/emsg.c src/init.c src/utility.c")]),
    package(
        "tree",
        "",
        &["-std=c11", "-D_LARGEFILE64_SOURCE", "-D_FILE_OFFSET_BITS=64"],
        &[program(
            "tree",
            "tree.c list.c hash.c color.c file.c filter.c info.c unix.c xml.c json.c html.c strverscmp.c",
        )],
    ),
    package(
        "uni2ascii",
        "./configure",
        &["-DHAVE_CONFIG_H", "-I."],
        &[
            program("ascii2uni", "ascii2uni.c enttbl.c GetWord.c putu8.c SetFormat.c"),
            program("uni2ascii", "endian.c enttbl.c SetFormat.c uni2ascii.c UTF8in.c putu8.c"),
        ],
    ),
    package("unifdef", "", &[], &[program("unifdef", "unifdef.c")]),
];
