// expect: TRUE
// What a pointer to const points to stays.
extern void reach_error(void);
extern int put(const int *p, const char *text, int number);
int main(void) {
  int x = 1;
  char text[4] = "abc";
  put(&x, text, x);
  if (x != 1 || text[0] != 'a')
    reach_error();
  return 0;
}
