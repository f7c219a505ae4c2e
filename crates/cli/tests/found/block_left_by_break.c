// class: lifetime of a block's variable, by each way out
// expect: FALSE
// flags: --property valid-deref
int main(void) {
  int *p;
  for (;;) {
    int x = 1;
    p = &x;
    break;
  }
  return *p;
}
