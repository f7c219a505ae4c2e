extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  unsigned n = __VERIFIER_nondet_int(), hash = 7;
  int x = 3;
  for (unsigned i = 0; i < n; i++)
    hash = hash * 31 + i;
  if (x != 3)
    reach_error();
  return hash > 4;
}
