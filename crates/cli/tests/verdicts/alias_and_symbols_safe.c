// expect: TRUE
// flags: --32
extern void reach_error(void);
int x = 3;
extern int y __attribute__((alias("x")));
static int f(int a) { return a + 1; }
int g(int) __attribute__((alias("f")));
int h(int) __asm__("k");
int k(int a) { return a + 2; }
extern int counter __asm__("real_counter");
int real_counter = 10;
#pragma weak wk = k
int wk(int);
int main(void) {
  y = 5;
  if (x != 5) reach_error();
  if (g(1) != 2 || h(1) != 3 || wk(4) != 6) reach_error();
  counter++;
  if (real_counter != 11) reach_error();
  return 0;
}
