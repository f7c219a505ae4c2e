// expect: FALSE
// strtok writes a zero over the separator.
extern void reach_error(void);
char *strtok(char *, const char *);
int main(void) {
  char s[] = "a,b";
  strtok(s, ",");
  if (s[1] == 0) reach_error();
  return 0;
}
