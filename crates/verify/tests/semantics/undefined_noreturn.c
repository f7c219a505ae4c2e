// expect: TRUE
extern void reach_error(void);
extern void die(int code) __attribute__((noreturn));
int main(void) {
  int x = 1;
  die(x);
  reach_error();
}
