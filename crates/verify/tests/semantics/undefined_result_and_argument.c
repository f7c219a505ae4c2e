// expect: FALSE
// The result and what is written are two inputs.
extern void reach_error(void);
extern int get(int *p);
int main(void) {
  int x = 0;
  int r = get(&x);
  if (r == 0 && x == 17)
    reach_error();
  return 0;
}
