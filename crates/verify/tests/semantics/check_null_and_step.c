// expect: FALSE
// check: null-dereference
extern char *strchr(const char *, int);

int main(int argc, char **argv) {
  char *value = strchr(argv[0], '=') + 1;
  return *value == '1';
}
