// expect: FALSE
// check: valid-deref
// The vector ends with its null pointer.
int main(int argc, char **argv) {
  return argv[argc + 1] == argv[0];
}
