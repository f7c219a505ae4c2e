// expect: FALSE
// What a function that is called back returns, code outside may follow.
extern void reach_error(void);
extern void with(int *(*give)(void));
static int hidden;
static int *give(void) { return &hidden; }
int main(void) {
  with(give);
  if (hidden == 5)
    reach_error();
  return 0;
}
