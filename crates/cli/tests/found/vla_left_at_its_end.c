// class: lifetime of an array of variable length
// expect: FALSE
// flags: --property valid-deref
int main(void) {
  int n = 3;
  int *p;
  {
    int a[n];
    a[0] = 1;
    p = a;
  }
  return *p;
}
