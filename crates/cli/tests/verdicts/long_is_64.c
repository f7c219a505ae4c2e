// expect: TRUE
// flags: --64
// with: BUG
// expect: FALSE
// flags: --64
extern void reach_error(void);

int main(void) {
  unsigned long big = 1UL << 40;
#ifdef BUG
  if (sizeof(long) == 8 || big == 0)
#else
  if (sizeof(long) != 8 || big == 0)
#endif
    reach_error();
  return 0;
}
