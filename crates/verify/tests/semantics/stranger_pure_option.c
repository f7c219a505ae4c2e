// expect: TRUE
// option: undefined-functions=pure
// with: RESULT
// expect: FALSE
// option: undefined-functions=pure
extern void reach_error(void);
struct device { int (*fill)(int *); };
extern struct device *find(void);
int main(void) {
  struct device *device = find();
  int x = 0;
#ifdef RESULT
  if (device->fill(&x) == 7)
#else
  device->fill(&x);
  if (x == 7)
#endif
    reach_error();
  return 0;
}
