// expect: TRUE
// A weak name that no file defines is at no address.
extern void reach_error(void);
__attribute__((weak)) void hook(void);
int table(void);

int main(void) {
  if (hook)
    hook();
  if (table() != 1)
    reach_error();
  return 0;
}
