// expect: TRUE
extern void reach_error(void);
struct flags { unsigned a : 3; unsigned b : 5; };
extern void get(struct flags *f);
int main(void) {
  struct flags f = {1, 2};
  get(&f);
  if (f.a > 7 || f.b > 31)
    reach_error();
  return 0;
}
