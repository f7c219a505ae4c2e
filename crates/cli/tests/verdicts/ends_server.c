// expect: FALSE
// flags: --property termination
// A server that answers for ever.
extern int __VERIFIER_nondet_int(void);
static int handled;
int main(void) {
  while (1) {
    int request = __VERIFIER_nondet_int();
    if (request < 0)
      continue;
    handled = request;
  }
}
