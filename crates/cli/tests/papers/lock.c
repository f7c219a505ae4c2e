// Two switches, each set and tested: 4 paths, one after the other.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int(), held_a, held_b;
  while (__VERIFIER_nondet_int()) {
    held_a = held_b = 0;
    if (a) held_a = 1;
    if (b) held_b = 1;
    if (a && held_a != 1) reach_error();
    if (b && held_b != 1) reach_error();
  }
  return 0;
}
