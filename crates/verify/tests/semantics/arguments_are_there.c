// expect: UNKNOWN
// A system gives as many strings as it says, of which the first few are objects: nothing rests on another that is missing.
extern void reach_error(void);

int main(int argc, char **argv) {
  if (argc > 9 && !argv[9])
    reach_error();
  return 0;
}
