// expect: FALSE
extern void reach_error(void);
int main(void) {
  int x = 1;
  __asm__ volatile("mfence" : : : "memory");
  asm("nop\n\tpause");
  if (x == 1)
    reach_error();
  return 0;
}
