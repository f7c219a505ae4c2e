// expect: TRUE
// flags: --32
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int log;
static void add(int *p) { log = log * 10 + *p; }
#define CLEAN __attribute__((cleanup(add)))
static int ret(void) { CLEAN int a = 1; CLEAN int b = 2; log = 0; return log + a; }
static void jumps(int n) {
  log = 0;
  for (int i = 0; i < 3; i++) {
    CLEAN int a = 3;
    if (i == 0) continue;
    { CLEAN int b = 4; if (n == 1) goto out; if (n == 2) break; if (n == 3) return; }
  }
  log = log * 10 + 9;
out: log = log * 10 + 8;
}
static void back(void) {
  int k = 0; log = 0;
again: {
    CLEAN int a = 5;
    if (k++ < 1) goto again;
  }
}
int main(void) {
  if (ret() != 1 || log != 21) reach_error();
  jumps(1); if (log != 3438) reach_error();
  jumps(2); if (log != 34398) reach_error();
  jumps(3); if (log != 343) reach_error();
  jumps(0); if (log != 3434398) reach_error();
  back(); if (log != 55) reach_error();
  int v = ({ CLEAN int z = 6; log = 0; z + 1; });
  if (v != 7 || log != 6) reach_error();
  switch (v) { case 7: { CLEAN int q = 7; break; } }
  if (log != 67) reach_error();
  return 0;
}
