// expect: TRUE
// Two allocations of the kernel are two objects; zeroed memory is zero; a failure is null.
extern void reach_error(void);
void *kzalloc(unsigned long size, unsigned flags);
void *kmalloc(unsigned long size, unsigned flags);
void kfree(const void *object);

struct device {
  char name[5];
  int users;
  int state;
};

int main(void) {
  struct device *first = kzalloc(sizeof(struct device), 1);
  struct device *second = kmalloc(sizeof(struct device), 1);
  if (!first || !second) {
    kfree(first);
    kfree(second);
    return -1;
  }
  second->state = 7;
  if (first->state != 0)
    reach_error();
  return 0;
}
