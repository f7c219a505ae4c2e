// class: lifetime of a block's variable, by each way out
// expect: FALSE
// flags: --property valid-deref
int main(void) {
  int *p = 0;
  for (int i = 0; i < 1; i++) {
    int x[2] = {1, 2};
    p = x;
    continue;
  }
  return *p;
}
