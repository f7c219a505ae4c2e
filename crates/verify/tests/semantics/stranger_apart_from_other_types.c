// expect: TRUE
// Functions of other types whose addresses keep their type are not meant.
extern void reach_error(void);
struct device { int (*send)(const int *); };
extern struct device *device;
static int sum(int x, int y) { if (x > 1000) reach_error(); return x + y; }
static int (*volatile apply)(int, int) = sum;
int main(void) {
  int x = 0;
  device->send(&x);
  return apply(x, 2);
}
