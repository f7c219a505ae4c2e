// expect: TRUE
extern void reach_error(void);
int main(void) {
  int x = 1;
  __asm__ volatile("rep; nop" : : : "memory");
  __asm__ volatile("lock; addl $0,0(%%rsp)" : : : "memory", "cc");
  __asm__ volatile("mfence" : : : "memory");
  asm("pause");
  if (x != 1)
    reach_error();
  return 0;
}
