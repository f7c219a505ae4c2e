// expect: FALSE
extern void reach_error(void);
int main(void) {
  char text[20];
  text[0] = 'c';
  text[1] = 0;
  if (strcmp("c", text) == 0 && strcmp("d", text) > 0)
    reach_error();
  return 0;
}
