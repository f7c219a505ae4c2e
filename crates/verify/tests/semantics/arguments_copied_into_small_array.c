// expect: FALSE
// check: valid-deref
extern char *strcpy(char *, const char *);

int main(int argc, char **argv) {
  char name[4];
  if (argc < 2)
    return 0;
  strcpy(name, argv[1]);
  return name[0];
}
