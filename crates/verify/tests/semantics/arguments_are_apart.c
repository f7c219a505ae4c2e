// expect: UNKNOWN
// The strings do not lie in the vector that points to them.
extern void reach_error(void);

int main(int argc, char **argv) {
  if (argc < 2)
    return 0;
  char *first = argv[1];
  first[0] = 'z';
  if (argv[1] != first || argv[argc])
    reach_error();
  return 0;
}
