// expect: TRUE
// check: valid-deref
extern void reach_error(void);

int main(int argc, char **argv) {
  if (argv == 0 || argv[0] == 0 || argv[argc] != 0)
    reach_error();
  return 0;
}
