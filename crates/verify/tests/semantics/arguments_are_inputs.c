// expect: FALSE
// What the strings say is an input, and the program may write to them.
extern void reach_error(void);

int main(int argc, char **argv) {
  if (argc < 4)
    return 0;
  argv[1][0] = 'x';
  argv[2][1] = 'y';
  if (argv[1][0] == 'x' && argv[2][0] == 'q' && argv[2][1] == 'y' && argv[3][0] == 'b')
    reach_error();
  return 0;
}
