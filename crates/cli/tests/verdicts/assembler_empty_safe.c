// expect: TRUE
// flags: --32
extern void reach_error(void);
int main(void) {
  int x = 5, y;
  __asm__ volatile("" : "+r"(x) : : "memory");
  if (x != 5) reach_error();
  __asm__("" : "=r"(y) : "0"(x));
  if (y != 5) reach_error();
  __asm__("" : [out] "=r"(y) : "[out]"(x + 1));
  if (y != 6) reach_error();
  __asm__("incl %0" : "=r"(y) : "0"(x));
  if (x != 5) reach_error();
  return 0;
}
