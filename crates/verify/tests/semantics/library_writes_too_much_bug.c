// expect: FALSE
// check: valid-deref
struct _IO_FILE;
extern struct _IO_FILE *stdout;
unsigned long fwrite(const void *, unsigned long, unsigned long, struct _IO_FILE *);
int main(void) {
  int table[4] = {0};
  fwrite(table, sizeof *table, 5, stdout);
  return 0;
}
