// class: lifetime of a block's variable, by each way out
// expect: FALSE
// flags: --property valid-deref
int main(void) {
  void *to = &&out;
  int *p;
  {
    int x = 1;
    p = &x;
    goto *to;
  }
out:
  return *p;
}
