// expect: FALSE
// flags: --option arguments.may-be-none=true
// expect: TRUE
extern void reach_error(void);
int main(int argc, char **argv) {
  if (argc == 0 && argv[0] == 0)
    reach_error();
  return 0;
}
