// expect: FALSE
// flags: --32
extern void reach_error(void);
struct uart { volatile unsigned status, data; volatile unsigned f:3; };
#define UART ((struct uart *)0x50000000)
int main(void) {
  if (UART->f > 7) reach_error();
  if (UART->f - 8 > 0) reach_error();
  unsigned a = UART->status, b = UART->status;
  if (a != b && UART->f == 5) goto ERROR;
  return 0;
ERROR: reach_error();
}
