// expect: TRUE
// option: undefined-functions=pure
extern void reach_error(void);
extern int get(int *p);
extern void call(void (*f)(void));
static void handler(void) { reach_error(); }
int main(void) {
  int x = 0;
  get(&x);
  call(handler);
  if (x)
    reach_error();
  return 0;
}
