// expected: true
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);
int lock = 0;
int old, new;
void take(void) { if (lock == 1) reach_error(); lock = 1; }
void give(void) { if (lock == 0) reach_error(); lock = 0; }
int main(void) {
  new = __VERIFIER_nondet_int();
  do {
    take();
    old = new;
    if (__VERIFIER_nondet_int()) {
      give();
      new++;
    }
  } while (new != old);
  give();
  return 0;
}
