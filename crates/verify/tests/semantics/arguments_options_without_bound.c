// expect: FALSE
// check: array-index
// An option may be given more often than the program has room for.
extern int getopt(int, char *const *, const char *);

int main(int argc, char **argv) {
  char kept[1] = "";
  int number = 0, option;
  while ((option = getopt(argc, argv, "ab")) != -1)
    kept[number++] = option;
  return kept[0] == 'a';
}
