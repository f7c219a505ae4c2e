// answers: UNKNOWN
// The order of allocations in memory is not fixed.
typedef unsigned long size_t;
extern void reach_error(void);
extern void *malloc(size_t);
int main() {
  char*p=malloc(4),*q=malloc(4);
  if (q<p) reach_error();
}
