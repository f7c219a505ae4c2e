// expect: TRUE
// What a function without a body changes behind a pointer has the pointer's type.
extern void reach_error(void);
extern void show(int *);
extern double *get(void);
extern void change(double *);
static int shown;
int main(void) {
  show(&shown);
  double *got = get();
  shown = 0;
  change(got);
  if (shown == 5)
    reach_error();
  return 0;
}
