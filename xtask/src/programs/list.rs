//! The programs: what each is built of, as its makefile does it, in a table.

/// A program of a Debian source package.
pub struct Program {
    /// Its name.
    pub name: &'static str,
    /// Its files, from the root of the sources.
    pub files: &'static [&'static str],
    /// Flags of the compiler.
    pub flags: &'static [&'static str],
}

/// A source package of small tools.
pub struct Package {
    /// Its name.
    pub name: &'static str,
    /// Shell commands, run once in the root of the sources, that make what the files include.
    pub prepare: &'static str,
    /// Its programs.
    pub programs: &'static [Program],
}

const fn one(name: &'static str, files: &'static [&'static str], flags: &'static [&'static str]) -> Program {
    Program { name, files, flags }
}

/// In the order of the table.
pub const PACKAGES: &[Package] = &[
    Package {
        name: "ascii",
        prepare: "make -s nametable.h splashscreen.h",
        programs: &[one("ascii", &["ascii.c"], &["-DREVISION=\"3.18\""])],
    },
    Package {
        name: "bzip2",
        prepare: "",
        programs: &[
            one("bzip2recover", &["bzip2recover.c"], &[]),
            one("mk251", &["mk251.c"], &[]),
            one("spewG", &["spewG.c"], &[]),
            one(
                "unzcrash",
                &[
                    "unzcrash.c",
                    "blocksort.c",
                    "huffman.c",
                    "crctable.c",
                    "randtable.c",
                    "compress.c",
                    "decompress.c",
                    "bzlib.c",
                ],
                &["-D_FILE_OFFSET_BITS=64"],
            ),
            one(
                "bzip2",
                &[
                    "bzip2.c",
                    "blocksort.c",
                    "huffman.c",
                    "crctable.c",
                    "randtable.c",
                    "compress.c",
                    "decompress.c",
                    "bzlib.c",
                ],
                &["-D_FILE_OFFSET_BITS=64"],
            ),
        ],
    },
    Package {
        name: "cksfv",
        prepare: "./configure",
        programs: &[one("cksfv", &["src/cksfv.c", "src/crc32.c", "src/newsfv.c", "src/print.c", "src/readsfv.c"], &[])],
    },
    Package { name: "crunch", prepare: "", programs: &[one("crunch", &["crunch.c"], &[])] },
    Package {
        name: "dos2unix",
        prepare: "",
        programs: &[
            one(
                "dos2unix",
                &["dos2unix.c", "common.c", "querycp.c"],
                &["-DVER_REVISION=\"7\"", "-DVER_DATE=\"2022\"", "-DD2U_UNICODE", "-D_LARGEFILE64_SOURCE"],
            ),
            one("unix2dos", &["unix2dos.c", "common.c", "querycp.c"], &["-DVER_REVISION=\"7\"", "-DVER_DATE=\"2022\""]),
        ],
    },
    Package {
        name: "ent",
        prepare: "",
        programs: &[one("ent", &["ent.c", "iso8859.c", "randtest.c", "chisq.c"], &[])],
    },
    Package {
        name: "figlet",
        prepare: "",
        programs: &[
            one("figlet", &["figlet.c", "zipio.c", "crc.c", "inflate.c", "utf8.c"], &[]),
            one("chkfont", &["chkfont.c"], &[]),
        ],
    },
    Package {
        name: "jhead",
        prepare: "",
        programs: &[one(
            "jhead",
            &["jhead.c", "jpgfile.c", "jpgqguess.c", "paths.c", "exif.c", "iptc.c", "gpsinfo.c", "makernote.c"],
            &[],
        )],
    },
    Package { name: "memtester", prepare: "", programs: &[one("memtester", &["memtester.c", "tests.c"], &[])] },
    Package {
        name: "moreutils",
        prepare: "make -s errnos.h",
        programs: &[
            one("errno", &["errno.c"], &[]),
            one("ifdata", &["ifdata.c"], &[]),
            one("ifne", &["ifne.c"], &[]),
            one("isutf8", &["is_utf8/main.c", "is_utf8/is_utf8.c"], &[]),
            one("lckdo", &["lckdo.c"], &[]),
            one("mispipe", &["mispipe.c"], &[]),
            one("parallel", &["parallel.c"], &[]),
            one("pee", &["pee.c"], &[]),
            one("sponge", &["sponge.c"], &[]),
        ],
    },
    Package { name: "ncompress", prepare: "", programs: &[one("compress", &["compress42.c"], &[])] },
    Package {
        name: "par",
        prepare: "",
        programs: &[one("par", &["par.c", "buffer.c", "charset.c", "errmsg.c", "reformat.c"], &["-DPROTOS"])],
    },
    Package { name: "pipemeter", prepare: "./configure", programs: &[one("pipemeter", &["pipemeter.c"], &[])] },
    Package {
        name: "pmccabe",
        prepare: "",
        programs: &[one("pmccabe", &["combined.c"], &[]), one("decomment", &["decomment.c"], &[])],
    },
    Package {
        name: "pwgen",
        prepare: "./configure",
        programs: &[one("pwgen", &["pwgen.c", "pw_phonemes.c", "pw_rand.c", "randnum.c", "sha1.c", "sha1num.c"], &[])],
    },
    Package { name: "qprint", prepare: "./configure", programs: &[one("qprint", &["qprint.c"], &[])] },
    Package { name: "symlinks", prepare: "", programs: &[one("symlinks", &["symlinks.c"], &[])] },
    Package { name: "sysvbanner", prepare: "", programs: &[one("banner", &["sysvbanner.c"], &[])] },
    Package {
        name: "tofrodos",
        prepare: "",
        programs: &[one(
            "fromdos",
            &["src/tofrodos.c", "src/emsg.c", "src/init.c", "src/utility.c"],
            &["-DTOFRODOS_UNIX=1"],
        )],
    },
    Package {
        name: "tree",
        prepare: "",
        programs: &[one(
            "tree",
            &[
                "tree.c",
                "list.c",
                "hash.c",
                "color.c",
                "file.c",
                "filter.c",
                "info.c",
                "unix.c",
                "xml.c",
                "json.c",
                "html.c",
                "strverscmp.c",
            ],
            &["-DLARGEFILE_SOURCE", "-D_FILE_OFFSET_BITS=64", "-DLINUX"],
        )],
    },
    Package {
        name: "uni2ascii",
        prepare: "./configure",
        programs: &[
            one(
                "uni2ascii",
                &["uni2ascii.c", "SetFormat.c", "UTF8in.c", "endian.c", "putu8.c", "enttbl.c", "GetWord.c"],
                &[],
            ),
            one(
                "ascii2uni",
                &["ascii2uni.c", "SetFormat.c", "enttbl.c", "putu8.c", "UTF8in.c", "GetWord.c", "endian.c"],
                &[],
            ),
        ],
    },
    Package { name: "unifdef", prepare: "", programs: &[one("unifdef", &["unifdef.c"], &[])] },
    Package {
        name: "units",
        prepare: "",
        programs: &[one("units", &["units.c", "parse.tab.c", "strfunc.c", "getopt.c", "getopt1.c"], &[])],
    },
    Package {
        name: "zlib",
        prepare: "",
        programs: &[
            one(
                "minigzip",
                &[
                    "test/minigzip.c",
                    "adler32.c",
                    "compress.c",
                    "crc32.c",
                    "deflate.c",
                    "gzclose.c",
                    "gzlib.c",
                    "gzread.c",
                    "gzwrite.c",
                    "infback.c",
                    "inffast.c",
                    "inflate.c",
                    "inftrees.c",
                    "trees.c",
                    "uncompr.c",
                    "zutil.c",
                ],
                &["-I.", "-DHAVE_UNISTD_H"],
            ),
            one(
                "zpipe",
                &[
                    "examples/zpipe.c",
                    "adler32.c",
                    "compress.c",
                    "crc32.c",
                    "deflate.c",
                    "infback.c",
                    "inffast.c",
                    "inflate.c",
                    "inftrees.c",
                    "trees.c",
                    "uncompr.c",
                    "zutil.c",
                ],
                &["-I.", "-DHAVE_UNISTD_H"],
            ),
        ],
    },
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_as_many_as_are_promised() {
        let programs: usize = PACKAGES.iter().map(|package| package.programs.len()).sum();
        assert!(PACKAGES.len() >= 12 && programs >= 40, "{programs} programs of {} packages", PACKAGES.len());
        assert!(PACKAGES.is_sorted_by_key(|package| package.name), "in alphabetical order");
    }
}
