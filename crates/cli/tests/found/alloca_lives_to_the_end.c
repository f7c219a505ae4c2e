// class: lifetime of what alloca gives, which no block ends
// expect: TRUE
// flags: --property valid-deref
int main(void) {
  int n = 3;
  int *p;
  {
    int *a = __builtin_alloca(n * sizeof(int));
    a[0] = 1;
    p = a;
  }
  return *p;
}
