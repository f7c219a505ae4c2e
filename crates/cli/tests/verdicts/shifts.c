// expect: TRUE
// with: BUG
// expect: FALSE
extern void reach_error(void);

int main(void) {
  int negative = -16;
  unsigned int big = 0x80000000u;
#ifdef BUG
  if (negative >> 2 == -4 || big >> 31 != 1 || 1 << 10 != 1024)
#else
  if (negative >> 2 != -4 || big >> 31 != 1 || 1 << 10 != 1024)
#endif
    reach_error();
  return 0;
}
