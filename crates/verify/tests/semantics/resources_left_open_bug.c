// expect: FALSE
// check: resources
struct _IO_FILE *fopen(const char *, const char *);
int fclose(struct _IO_FILE *), fgetc(struct _IO_FILE *);
int main(void) {
  struct _IO_FILE *file = fopen("table", "r");
  if (!file)
    return 1;
  if (fgetc(file) == '#')
    return 2;
  fclose(file);
  return 0;
}
