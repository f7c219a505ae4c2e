// expect: FALSE
// check: library
// The tail of a line is moved to its front by memcpy.
void *memcpy(void *, const void *, unsigned long);
extern int __VERIFIER_nondet_int(void);
char line[16];
int main(void) {
  int from = __VERIFIER_nondet_int();
  if (from < 1 || from > 8)
    return 0;
  memcpy(line, line + from, 8);
  return 0;
}
