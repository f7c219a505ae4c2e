// answers: TRUE, UNKNOWN
// auto: TRUE
// Without the option an allocation of a size that an object can have does not fail.
typedef unsigned long size_t;
extern void reach_error(void);
extern void *malloc(size_t);
int main() {
  int *p = malloc(4), *q = malloc(0);
  if (!p || !q) reach_error();
}
