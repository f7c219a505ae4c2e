// expect: TRUE
// check: all
// The vector, the strings and their first characters are objects of the program.
int main(int argc, char **argv) {
  if (argc > 1 && argv[1][0] == '-')
    return 1;
  return argv[0][0] == 'a' && argc == 2;
}
