// expect: TRUE
// check: resources
struct _IO_FILE *fopen(const char *, const char *);
int fclose(struct _IO_FILE *), fgetc(struct _IO_FILE *);
int main(void) {
  struct _IO_FILE *one = fopen("one", "r"), *two = fopen("two", "w");
  int first = one ? fgetc(one) : 0;
  if (two)
    fclose(two);
  if (one)
    fclose(one);
  return first;
}
