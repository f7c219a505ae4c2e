// expect: FALSE
// An allocation of the kernel can fail.
extern void reach_error(void);
void *kzalloc(unsigned long size, unsigned flags);

int main(void) {
  int *counter = kzalloc(sizeof(int), 1);
  if (!counter)
    reach_error();
  return 0;
}
