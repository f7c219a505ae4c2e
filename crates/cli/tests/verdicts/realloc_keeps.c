// expect: TRUE
// with: BUG
// expect: FALSE
// What an object holds is in the one that takes its place, also when one value fills it.
#include <stdlib.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int *list = malloc(sizeof *list);
  if (!list)
    return 0;
  *list = 3;
  int *longer = realloc(list, 4 * sizeof *list);
  if (!longer)
    return 0;
  longer[1] = __VERIFIER_nondet_int();
  if (*longer != 3)
    reach_error();
  longer = realloc(longer, sizeof *longer);
#ifdef BUG
  if (longer && *longer == 3)
#else
  if (longer && *longer != 3)
#endif
    reach_error();
  return 0;
}
