// expect: TRUE
// check: valid-deref
struct _IO_FILE;
extern struct _IO_FILE *stdout;
unsigned long fwrite(const void *, unsigned long, unsigned long, struct _IO_FILE *);
long write(int, const void *, unsigned long);
int main(void) {
  int table[4] = {0};
  fwrite(table, sizeof *table, 4, stdout);
  fwrite(table, 0, 100, stdout);
  write(1, table, sizeof table);
  return 0;
}
