// expect: TRUE
// check: library
char *strcpy(char *, const char *);
int main(void) {
  char text[8] = "ab", copy[8];
  strcpy(copy, text);
  strcpy(text + 3, copy);
  return 0;
}
