// expect: FALSE
// check: library
struct _IO_FILE *fopen(const char *, const char *);
int fclose(struct _IO_FILE *), fgetc(struct _IO_FILE *);
int main(void) {
  struct _IO_FILE *one = fopen("one", "r"), *two = fopen("two", "r");
  if (!one || !two)
    return 1;
  fclose(two);
  fgetc(one);
  fclose(one);
  return fgetc(two);
}
