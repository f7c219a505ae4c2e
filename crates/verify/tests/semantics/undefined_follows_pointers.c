// expect: FALSE
// What is found in the memory that is given is followed: here y.
extern void reach_error(void);
struct pair { int *p; int n; };
extern void get(struct pair *pair);
int main(void) {
  int y = 7;
  struct pair pair;
  pair.p = &y;
  pair.n = 1;
  get(&pair);
  if (y == 8)
    reach_error();
  return 0;
}
