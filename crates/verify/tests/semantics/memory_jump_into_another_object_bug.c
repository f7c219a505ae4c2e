// expect: FALSE
// check: valid-deref
// However far the index leads, it leads out of the object; that another one is there is no excuse.
extern int __VERIFIER_nondet_int(void);
int first[4];
int second[64];

static int read(const int *from, int index) {
  return from[index];
}

int main(void) {
  int index = __VERIFIER_nondet_int();
  if (index < 10 || index > 20)
    return 0;
  return read(first, index) + second[1];
}
