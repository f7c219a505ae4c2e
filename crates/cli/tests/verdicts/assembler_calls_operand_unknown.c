// expect: UNKNOWN
extern void reach_error(void);
void bad(void) { reach_error(); }
int main(void) {
  __asm__ volatile("1: nop; call *%0" : : "r"(bad));
  return 0;
}
