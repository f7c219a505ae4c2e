// expect: FALSE
// check: library
struct _IO_FILE *fopen(const char *, const char *);
int fclose(struct _IO_FILE *);
static int done(struct _IO_FILE *file, int status) {
  if (file)
    fclose(file);
  return status;
}
int main(int argc, char **argv) {
  struct _IO_FILE *file = fopen("table", "r");
  if (argc > 2)
    done(file, 1);
  return done(file, 0);
}
