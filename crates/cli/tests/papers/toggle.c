// A loop with a branch in it, no error.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int i = __VERIFIER_nondet_int(), on = 0;
  while (i > 0) {
    if (on == 1)
      on = 0;
    else
      on = 1;
    i = i - 1;
  }
  if (on != 0 && on != 1) reach_error();
  return 0;
}
