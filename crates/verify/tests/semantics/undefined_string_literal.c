// expect: TRUE
// String literals are read-only.
extern void reach_error(void);
extern void show(char *text);
int main(void) {
  char *text = "abc";
  show(text);
  if (text[0] != 'a')
    reach_error();
  return 0;
}
