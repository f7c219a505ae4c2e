// expect: FALSE
// flags: --32
extern void reach_error(void);
int main(void) {
  volatile unsigned *reg = (volatile unsigned *)0x40000000;
  *reg = 1;
  while (!(*reg & 2));
  if (*reg & 4) reach_error();
  return 0;
}
