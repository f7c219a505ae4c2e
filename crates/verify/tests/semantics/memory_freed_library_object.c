// expect: FALSE
// check: valid-free
struct file;
extern struct file *fopen(const char *, const char *);
extern void free(void *);
int main(void) {
  struct file *file = fopen("a", "r");
  if (file)
    free(file);
  return 0;
}
