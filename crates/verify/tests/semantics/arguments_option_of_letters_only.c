// expect: FALSE
// An option without an argument in the letters leaves none.
extern int getopt(int, char *const *, const char *);
extern void reach_error(void);
extern char *optarg;

int main(int argc, char **argv) {
  if (getopt(argc, argv, "q") == 'q' && !optarg)
    reach_error();
  return 0;
}
