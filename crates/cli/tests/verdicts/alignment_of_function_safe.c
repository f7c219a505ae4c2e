// expect: TRUE
// gcc tells the alignment that a function is declared with.
extern void reach_error(void);
static void plain(void) {}
void wide(void) __attribute__((aligned(256)));
void wide(void) {}
int main(void) {
  if (__alignof__(wide) != 256 || __alignof__(plain) != 1)
    reach_error();
  return 0;
}
