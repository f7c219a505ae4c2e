// expect: UNKNOWN
// The same of a pointer that a function without a body has written.
extern void reach_error(void);
extern void fill(int **);
extern void tell(int *);
static int hidden;
int main(void) {
  int *pointer = 0;
  fill(&pointer);
  if (!pointer)
    return 0;
  hidden = 1;
  *pointer = 2;
  if (hidden == 2)
    reach_error();
  tell(&hidden);
  return 0;
}
