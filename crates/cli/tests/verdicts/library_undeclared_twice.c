// expect: TRUE
// A library function that is not declared is the library's at each call.
// with: BUG
// expect: FALSE
extern void reach_error(void);
int main(void) {
  char text[20];
  text[0] = 'c';
  text[1] = 0;
#ifdef BUG
  if (strcmp("c", text) == 0 && strcmp("d", text) > 0)
#else
  if (strcmp("c", text) != 0 || strlen(text) != 1)
    reach_error();
  text[0] = 'd';
  if (strcmp("d", text) != 0 || strlen(text) != 1 || abs(-1) != 1 || abs(1) != 1)
#endif
    reach_error();
  return 0;
}
