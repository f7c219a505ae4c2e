// class: registers of devices behind pointers
// expect: FALSE
// flags: --mmio 0x40000000-0x40001000
extern void reach_error(void);
struct device { unsigned *base; };
static unsigned read_status(struct device *of) { return of->base[2]; }
int main(void) {
  struct device one = {(unsigned *)0x40000010};
  if (read_status(&one) != read_status(&one))
    reach_error();
  return 0;
}
