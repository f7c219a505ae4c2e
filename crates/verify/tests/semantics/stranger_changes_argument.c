// expect: FALSE
extern void reach_error(void);
struct device { int (*fill)(struct device *, int *); };
extern struct device *find(void);
int main(void) {
  struct device *device = find();
  int x = 0;
  if (device && device->fill)
    device->fill(device, &x);
  if (x == 7)
    reach_error();
  return 0;
}
