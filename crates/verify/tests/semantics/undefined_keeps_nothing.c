// expect: TRUE
// A pointer given before is not used by a later call: stated as an assumption.
extern void reach_error(void);
extern void keep(int *p);
extern void run(void);
int main(void) {
  int x = 0;
  keep(&x);
  x = 1;
  run();
  if (x != 1)
    reach_error();
  return 0;
}
