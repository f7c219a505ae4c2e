// expect: TRUE
// with: BUG
// expect: FALSE
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int tries = 0;
again:
  tries++;
#ifdef BUG
  if (tries < 4)
#else
  if (tries < 3)
#endif
    goto again;
  if (tries != 3)
    reach_error();
  return 0;
}
