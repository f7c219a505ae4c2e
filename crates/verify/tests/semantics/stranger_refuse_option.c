// expect: UNKNOWN
// option: undefined-functions=refuse
extern void reach_error(void);
struct device { int (*fill)(int *); };
extern struct device *device;
int main(void) {
  int x = 0;
  device->fill(&x);
  return 0;
}
