// expect: FALSE
// check: valid-deref
// The loop ends at the null pointer that ends the vector, and the program goes on behind it.
int main(int argc, char **argv) {
  int number = 0;
  while (*++argv)
    number++;
  return number == 1 && *++argv;
}
