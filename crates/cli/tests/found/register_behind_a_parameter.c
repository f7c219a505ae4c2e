// class: registers of devices behind pointers
// expect: FALSE
// flags: --mmio 0x40000000-0x40001000
extern void reach_error(void);
static void set(unsigned *p, unsigned value) { *p = value; }
static unsigned get(unsigned *p) { return *p; }
int main(void) {
  unsigned *status = (unsigned *)(0x40000000 + 16);
  set(status, 1);
  if (get(status) != 1)
    reach_error();
  return 0;
}
