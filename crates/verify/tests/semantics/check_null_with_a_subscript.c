// expect: FALSE
// check: null-dereference
// A subscript leads away from null, and the access is through null all the same.
extern char *strrchr(const char *, int);

int main(int argc, char **argv) {
  char *base = strrchr(argv[0], '/');
  return base[1] == 'x';
}
