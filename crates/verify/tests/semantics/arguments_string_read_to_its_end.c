// expect: TRUE
// check: all
// What stands before the zero that ends a string is in it, and so is the zero.
int main(int argc, char **argv) {
  if (argc < 2)
    return 0;
  char *name = argv[1];
  if (name[0] && name[1])
    return name[2] == 'x';
  return 0;
}
