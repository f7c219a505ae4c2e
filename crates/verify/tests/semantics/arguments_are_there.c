// expect: UNKNOWN
// A system gives as many strings as it says. That is not said of all of them, so nothing rests on one that is missing.
extern void reach_error(void);

int main(int argc, char **argv) {
  if (argc > 9 && !argv[9])
    reach_error();
  return 0;
}
