// expect: FALSE
// check: array-index
// An option may be given more often than the program has room for.
extern int getopt(int, char *const *, const char *);
extern char *optarg;

int main(int argc, char **argv) {
  const char *kept[2];
  int number = 0, option;
  while ((option = getopt(argc, argv, "k:")) != -1) {
    if (option == 'k')
      kept[number++] = optarg;
  }
  return number > 0 && kept[0] == 0;
}
