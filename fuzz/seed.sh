#!/bin/sh
# Fills the corpus with the front end's test programs, whole and function by function.
set -eu
cd "$(dirname "$0")"
mkdir -p corpus/front_c
n=0
find ../crates/front-c/tests ../crates/interp/tests ../examples -name '*.c' -size -16k | while read -r file; do
  n=$((n + 1))
  cp "$file" "corpus/front_c/seed_$n.c"
done
for file in ../crates/front-c/tests/parse/*.c; do
  split -l 1 -a 3 "$file" "corpus/front_c/line_$(basename "$file" .c)_"
done
ls corpus/front_c | wc -l
