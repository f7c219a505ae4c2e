// expect: TRUE
// check: valid-deref
int printf(const char *, ...), puts(const char *);
int main(void) {
  char code[3] = {'a', 'b', 'c'}, word[4] = "abc";
  int most = 3;
  printf("code %.3s %.*s\n", code, most, code);
  printf("%s\n", word);
  return puts(word + 3);
}
