//! The programs of util-linux, a package of many small ones.
//!
//! The idea: its makefile links each program with a library of shared functions. A row names those files of the library
//! that the program's functions need, found by linking without them. All files of the library would be linked in the same
//! way by gcc, which then leaves out what is not needed, but a verifier would have to read them all.
//!
//! The programs that need the package's libraries of devices and mounts are left out.

use super::list::{Package, package, program};

/// The package with its programs.
pub const PACKAGE: Package = package(
    "util-linux",
    "./configure --disable-all-programs --without-ncurses --without-ncursesw --without-tinfo --without-systemd \
     --without-python",
    &[
        "-include",
        "config.h",
        "-Iinclude",
        "-fsigned-char",
        "-DLOCALEDIR=\"/usr/share/locale\"",
        "-D_PATH_RUNSTATEDIR=\"/run\"",
        "-D_PATH_SYSCONFSTATICDIR=\"/usr/lib\"",
    ],
    &[
        program(
            "cal",
            "misc-utils/cal.c lib/colors.c lib/color-names.c lib/ttyutils.c lib/strutils.c lib/mbsalign.c lib/timeutils.c",
        ),
        program("choom", "sys-utils/choom.c lib/strutils.c lib/path.c lib/cpuset.c lib/fileutils.c"),
        program("chrt", "schedutils/chrt.c lib/procfs.c lib/strutils.c lib/path.c lib/cpuset.c lib/fileutils.c"),
        program("col", "text-utils/col.c lib/strutils.c"),
        program("colcrt", "text-utils/colcrt.c"),
        program("colrm", "text-utils/colrm.c lib/strutils.c"),
        program("fallocate", "sys-utils/fallocate.c lib/strutils.c"),
        program("fdformat", "disk-utils/fdformat.c lib/blkdev.c lib/strutils.c"),
        program("flock", "sys-utils/flock.c lib/timer.c lib/monotonic.c lib/strutils.c"),
        program("fsfreeze", "sys-utils/fsfreeze.c"),
        program("getopt", "misc-utils/getopt.c lib/strutils.c"),
        program(
            "hexdump",
            "text-utils/hexdump.c text-utils/hexdump-conv.c text-utils/hexdump-display.c text-utils/hexdump-parse.c lib/colors.c lib/color-names.c lib/strutils.c",
        ),
        program("ionice", "schedutils/ionice.c lib/strutils.c"),
        program("ipcmk", "sys-utils/ipcmk.c lib/strutils.c lib/randutils.c"),
        program("ipcrm", "sys-utils/ipcrm.c lib/strutils.c"),
        program("isosize", "disk-utils/isosize.c lib/strutils.c"),
        program("line", "text-utils/line.c"),
        program("logger", "misc-utils/logger.c lib/strutils.c lib/strv.c lib/pwdutils.c"),
        program("look", "misc-utils/look.c"),
        program("mcookie", "misc-utils/mcookie.c lib/randutils.c lib/strutils.c lib/md5.c"),
        program("mesg", "term-utils/mesg.c lib/ttyutils.c"),
        program("mkfs", "disk-utils/mkfs.c"),
        program("namei", "misc-utils/namei.c lib/idcache.c lib/strutils.c"),
        program("pivot_root", "sys-utils/pivot_root.c"),
        program("readprofile", "sys-utils/readprofile.c lib/strutils.c"),
        program("rename", "misc-utils/rename.c"),
        program("renice", "sys-utils/renice.c"),
        program("rev", "text-utils/rev.c"),
        program("setsid", "sys-utils/setsid.c"),
        program("tunelp", "sys-utils/tunelp.c lib/strutils.c"),
        program("whereis", "misc-utils/whereis.c lib/canonicalize.c"),
        program("write", "term-utils/write.c lib/ttyutils.c"),
    ],
);
