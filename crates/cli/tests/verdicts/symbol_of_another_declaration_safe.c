// expect: TRUE
// What glibc's headers do where offsets have 64 bits: one symbol under two names, each with a type of its own.
extern void reach_error(void);
struct file {
  int size;
};
struct file64 {
  long long size;
};
extern int look(const char *name, struct file *file) __asm__("look64");
extern int look64(const char *name, struct file64 *file);
int main(void) {
  int x = 1;
  if (x != 1)
    return look("", 0) + look64("", 0);
  return 0;
}
