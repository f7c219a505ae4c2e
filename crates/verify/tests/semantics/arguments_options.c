// expect: TRUE
// check: array-index
// Options of the command line, their arguments, and what follows them.
extern int getopt(int, char *const *, const char *);
extern char *optarg;
extern int optind;
extern int puts(const char *);

int main(int argc, char **argv) {
  static const char *names[3] = {"none", "some", "all"};
  int level = 0, option;
  while ((option = getopt(argc, argv, "l:v")) != -1) {
    switch (option) {
    case 'l':
      level = optarg[0] == 'a' ? 2 : 1;
      break;
    case 'v':
      break;
    default:
      return 2;
    }
  }
  puts(names[level]);
  return 0;
}
