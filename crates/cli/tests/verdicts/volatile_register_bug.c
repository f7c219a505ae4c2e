// expect: FALSE
// flags: --32
extern void reach_error(void);
#define REG (*(volatile unsigned *)0x40000000)
struct uart { volatile unsigned status, data; volatile unsigned f:3; };
#define UART ((struct uart *)0x50000000)
int main(void) {
  REG = 1;
  while (!(REG & 2)) ;
  if (REG & 4) reach_error();
  return 0;
}
