// answers: FALSE, UNKNOWN
// auto: FALSE
// calloc gives null when the product is too large.
typedef unsigned long size_t;
extern void reach_error(void);
extern void *calloc(size_t, size_t);
int main() {
  size_t n=(size_t)-1;
  char*p=calloc(n,n);
  if (p) return 0;
  reach_error();
}
