// expect: FALSE
// flags: --64
extern void reach_error(void);

int main(void) {
  unsigned long big = 1UL << 40;
  if (sizeof(long) == 8 || big == 0)
    reach_error();
  return 0;
}
