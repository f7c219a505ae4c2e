// class: lifetime of an array of variable length
// expect: FALSE
// flags: --property valid-deref
int main(void) {
  int n = 2, *p = 0;
again:;
  if (p)
    return *p;
  int a[n];
  a[0] = 1;
  p = a;
  goto again;
}
