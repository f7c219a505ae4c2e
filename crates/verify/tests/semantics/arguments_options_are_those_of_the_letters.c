// expect: TRUE
// `getopt` gives a letter that it was asked for, a question mark, or -1.
extern int getopt(int, char *const *, const char *);
extern void reach_error(void);

int main(int argc, char **argv) {
  int option = getopt(argc, argv, "q");
  if (option != 'q' && option != '?' && option != -1)
    reach_error();
  return 0;
}
