// expect: TRUE
// check: no-overflow
extern _Bool __VERIFIER_nondet_bool(void);
int main(void) {
  _Bool on = __VERIFIER_nondet_bool();
  int big = 2147483647;
  on++;
  on += -1;
  on *= 2;
  on = on - 1;
  return on;
}
