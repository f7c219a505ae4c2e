// expect: TRUE
// flags: --32
// with: BUG
// expect: FALSE
// flags: --32
extern void reach_error(void);

int main(void) {
  long big = 2147483647;
  unsigned long wrap = (unsigned long)big * 2 + 2;
#ifdef BUG
  if (sizeof(long) != 4 || wrap == 0)
#else
  if (sizeof(long) != 4 || wrap != 0)
#endif
    reach_error();
  return 0;
}
