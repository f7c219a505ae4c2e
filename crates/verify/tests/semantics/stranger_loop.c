// expect: TRUE
// with: BUG
// expect: FALSE
extern void reach_error(void);
struct source { int (*next)(void *); void *state; };
extern struct source *open(const char *name);
int main(void) {
  struct source *source = open("x");
  int sum = 0;
  if (!source)
    return 1;
  for (int i = 0; i < 3; i++)
    sum += source->next(source->state) != 0;
#ifdef BUG
  if (sum == 3)
#else
  if (sum > 3)
#endif
    reach_error();
  return 0;
}
