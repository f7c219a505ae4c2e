// expect: FALSE
// check: library
// Leading blanks are taken away by a copy of the string onto itself.
char *strcpy(char *, const char *);
int main(void) {
  char text[8] = "  ab";
  char *start = text;
  while (*start == ' ')
    start++;
  strcpy(text, start);
  return 0;
}
