// expect: TRUE
// The library's own objects at the start.
#define _GNU_SOURCE
#include <stdio.h>
#include <unistd.h>
extern void reach_error(void);
int main(void) {
  if (!stdin || !stdout || !stderr || stdin == stdout || stdout == stderr) reach_error();
  if (optind != 1 || opterr != 1 || optarg || !environ) reach_error();
  return 0;
}
