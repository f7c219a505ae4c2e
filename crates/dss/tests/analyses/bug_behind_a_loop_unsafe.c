// expect: values=false predicates=false together=false
extern int __VERIFIER_nondet_int(void);
void reach_error(void);
int main(void) {
  int i = 0, seen = 0;
  while (i < 3) {
    if (i == 2) seen = 1;
    i++;
  }
  if (seen) reach_error();
  return 0;
}
