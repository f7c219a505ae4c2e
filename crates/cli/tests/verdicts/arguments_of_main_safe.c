// expect: TRUE
extern void reach_error(void);
int main(int argc, char **argv) {
  if (argc < 0)
    reach_error();
  if (argv[argc] != 0)
    reach_error();
  if (argc > 2 && argv[2] == 0)
    reach_error();
  return 0;
}
