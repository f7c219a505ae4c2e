// expect: TRUE
// What is unsigned stays so.
extern void reach_error(void);
extern void get(unsigned char *p, _Bool *b);
int main(void) {
  unsigned char c = 0;
  _Bool b = 0;
  get(&c, &b);
  if (c > 255)
    reach_error();
  return 0;
}
