// expect: FALSE
extern void reach_error(void);
void (*sigset(int, void (*)(int)))(int);
static int x;
static void on(int s) {
  x = 1;
}
int main(void) {
  sigset(2, on);
  if (x == 1) reach_error();
  return 0;
}
