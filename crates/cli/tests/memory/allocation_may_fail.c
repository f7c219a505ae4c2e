// answers: FALSE, UNKNOWN
// auto: FALSE
// flags: --option memory.malloc-may-fail=true
// With the option every allocation may give null.
typedef unsigned long size_t;
extern void reach_error(void);
extern void *malloc(size_t);
int main() {
  int *p = malloc(4);
  if (!p) reach_error();
}
