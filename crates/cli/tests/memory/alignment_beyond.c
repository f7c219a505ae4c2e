// answers: UNKNOWN
// The low bits beyond the alignment are not fixed.
typedef unsigned long size_t;
typedef unsigned long uintptr_t;
extern void reach_error(void);
extern void *malloc(size_t);
int main() {
  char*p=malloc(100);
  if ((uintptr_t)p%64) reach_error();
}
