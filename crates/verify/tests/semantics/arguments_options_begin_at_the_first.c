// expect: TRUE
extern int getopt(int, char *const *, const char *);
extern void reach_error(void);
extern int optind;

int main(int argc, char **argv) {
  if (optind != 1)
    reach_error();
  if (argc == 1 && (getopt(argc, argv, "q") != -1 || optind != 1))
    reach_error();
  return 0;
}
