// class: lifetime of a variable, which a jump back within its block does not end
// expect: TRUE
// flags: --property valid-deref
int main(void) {
  int *p = 0;
  for (int i = 0; i < 1; i++) {
  again:;
    if (p)
      return *p;
    int x = 1;
    p = &x;
    goto again;
  }
  return 0;
}
