// One object behind all pointers to it: a scalar for each field. Two of them, or a loop: not.
void *malloc(unsigned long);
struct device { int open; int count; };
struct device *global;
static void start(struct device *d) {
  d->open = 1;
  d->count = 0;
}
static int *box(void) { return malloc(sizeof(int)); }
int main(void) {
  global = malloc(sizeof *global);
  start(global);
  global->count++;
  int *p = box(), *q = box();
  *p = *q = 1;
  for (int i = 0; i < 2; i++) {
    int *again = malloc(sizeof(int));
    *again = i;
  }
  int local = 3, *to = &local;
  *to += 1;
  return local + global->count + *p;
}
