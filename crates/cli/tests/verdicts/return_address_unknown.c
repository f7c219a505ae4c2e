// expect: UNKNOWN
// flags: --analysis value
// Which address it is, is the compiler's matter: no violation rests on it.
extern void reach_error(void);
static void *where;
__attribute__((noinline)) static int same(void) {
  void *now = __builtin_return_address(0);
  if (where == 0)
    where = now;
  return where == now;
}
int main(void) {
  for (int i = 0; i < 3; i++)
    if (!same())
      reach_error();
  return 0;
}
