// expect: TRUE
// check: library
void *memcpy(void *, const void *, unsigned long);
extern int __VERIFIER_nondet_int(void);
char line[16], other[16];
int main(void) {
  int from = __VERIFIER_nondet_int();
  if (from < 4 || from > 8)
    return 0;
  memcpy(line, line + from, 4);
  memcpy(other, line, 16);
  return 0;
}
