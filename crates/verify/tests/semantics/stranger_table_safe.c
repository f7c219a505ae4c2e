// expect: TRUE
// Without pointers that are given, it changes nothing of the program's own.
extern void reach_error(void);
struct operations { int (*read)(int); };
extern const struct operations *operations;
static int kept = 1;
static int twice(int x) { return 2 * x; }
int main(void) {
  int (*volatile own)(int) = twice;
  kept = own(1) / 2;
  int got = operations->read(3);
  if (got < 0)
    return 0;
  if (got < 0 || kept != 1)
    reach_error();
  return 0;
}
