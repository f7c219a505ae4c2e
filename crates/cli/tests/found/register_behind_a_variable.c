// class: registers of devices behind pointers
// expect: FALSE
// flags: --mmio 0x40000000-0x40001000
extern void reach_error(void);
int main(void) {
  unsigned *p = (unsigned *)0x40000000;
  *p = 5;
  if (*p != 5)
    reach_error();
  return 0;
}
