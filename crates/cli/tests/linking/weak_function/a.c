// expect: FALSE
// A weak definition gives way to that of another file, also where nothing else names that file.
extern void reach_error(void);
int state;
__attribute__((weak)) void set(void) {}

int main(void) {
  set();
  if (state != 0)
    reach_error();
  return 0;
}
