// expect: FALSE
// option: undefined-functions=pure
extern void reach_error(void);
struct device { int (*fill)(int *); };
extern struct device *find(void);
int main(void) {
  struct device *device = find();
  int x = 0;
  if (device->fill(&x) == 7)
    reach_error();
  return 0;
}
