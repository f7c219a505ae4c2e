// expect: TRUE
// check: library
struct _IO_FILE *fopen(const char *, const char *);
int fclose(struct _IO_FILE *), fgetc(struct _IO_FILE *);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  for (int i = 0; i < 3; i++) {
    struct _IO_FILE *file = fopen("table", "r");
    if (file) {
      if (__VERIFIER_nondet_int())
        fgetc(file);
      fclose(file);
      file = 0;
    }
  }
  return 0;
}
