// expect: UNKNOWN
// No layout that a proof may rest on says whether the address of `cell` is the number that it holds.
extern void reach_error(void);

int main(void) {
  int cell = 4096 * 16;
  int *at = &cell;
  if (at == (int *)(long)*at)
    reach_error();
  return 0;
}
