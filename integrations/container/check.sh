#!/usr/bin/env bash
# Does what the Containerfile says without a builder of containers: its RUN lines in a root that debootstrap makes of the same release
# of Debian, and then a program of each verdict as its user. Needs debootstrap and the rights of root: check.sh PACKAGE.deb
set -euo pipefail
package=$(realpath "$1")
here=$(dirname "$(realpath "$0")")
release=$(sed -n 's/^ARG BASE=debian:\(.*\)-slim$/\1/p' "$here/Containerfile")
root=$(mktemp -d)
trap 'rm -rf --one-file-system "$root"' EXIT
chmod 755 "$root"
# With a /proc, by which a program finds the folder that it lies in.
inside() { unshare --mount --pid --fork --mount-proc="$root/proc" chroot "$@"; }

debootstrap --variant=minbase "$release" "$root" > "$root.log" 2>&1 || { tail -5 "$root.log"; exit 1; }
rm "$root.log"
cp "$package" "$root/tmp/"
# Lines that end with a backslash go on.
sed -e ':a' -e '/\\$/N; s/\\\n//; ta' "$here/Containerfile" | sed -n 's/^RUN //p' | while read -r line; do
    echo "RUN $line"
    inside "$root" env DEBIAN_FRONTEND=noninteractive sh -c "$line" > /dev/null < /dev/null
done

cat > "$root/work/safe.c" <<'END'
#include <assert.h>
int main(void) { int i = 0; while (i < 10) i++; assert(i == 10); return 0; }
END
cat > "$root/work/unsafe.c" <<'END'
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) { int x = __VERIFIER_nondet_int(); assert(x != 7); return 0; }
END
user=$(sed -n 's/^USER //p' "$here/Containerfile")
for expected in "safe.c 0" "unsafe.c 1"; do
    read -r file code <<< "$expected"
    found=0
    inside --userspec="$user" "$root" sh -c "cd /work && exec cairn check $file" > "$root/tmp/out" 2>&1 || found=$?
    echo "$file: $(tail -1 "$root/tmp/out")"
    if [ "$found" != "$code" ]; then
        cat "$root/tmp/out"
        echo "$file: exit code $found instead of $code"
        exit 1
    fi
done
echo "root of $(du -sm --exclude=proc "$root" | cut -f1) MB: as the Containerfile says, cairn decides as the user $user"
