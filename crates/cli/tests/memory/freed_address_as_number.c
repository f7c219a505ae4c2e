// answers: UNKNOWN
// Freed memory may be handed out again.
typedef unsigned long size_t;
typedef unsigned long uintptr_t;
extern void reach_error(void);
extern void *malloc(size_t);
extern void free(void *);
int main() {
  char*p=malloc(8);
  uintptr_t u=(uintptr_t)p;
  free(p);
  char*q=malloc(8);
  if ((uintptr_t)q==u) reach_error();
}
