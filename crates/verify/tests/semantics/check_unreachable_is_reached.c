// expect: FALSE
// check: builtin
int main(int argc, char **argv) {
  if (argc > 2)
    __builtin_unreachable();
  return argc;
}
