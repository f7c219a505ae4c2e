// expect: FALSE
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int tries = 0;
again:
  tries++;
  if (tries < 4)
    goto again;
  if (tries != 3)
    reach_error();
  return 0;
}
