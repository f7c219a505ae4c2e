// expect: TRUE
extern void reach_error(void);
struct device { int (*send)(const int *); };
extern struct device *find(void);
int main(void) {
  struct device *device = find();
  int x = 0;
  if (device)
    device->send(&x);
  if (x == 7)
    reach_error();
  return 0;
}
