// expect: UNKNOWN
// flags: --analysis predicate
// The pointer may be null: nothing is known of that call, and nobody says that there is none.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int up(int n) { return n + 1; }
int (*held)(int);
int main(void) {
  if (__VERIFIER_nondet_int()) held = up;
  int n = held(5);
  if (n != 6) reach_error();
  return 0;
}
