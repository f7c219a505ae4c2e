// expect: TRUE
// property: strlen
// property: malloc
extern char *strcat(char *, const char *);
extern char *strdup(const char *);
int main(void) {
  char text[8] = "a";
  strcat(text, "b");
  return strdup(text) != 0;
}
