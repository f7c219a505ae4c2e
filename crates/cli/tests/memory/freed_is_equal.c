// answers: UNKNOWN
// Freed memory may be handed out again.
typedef unsigned long size_t;
extern void reach_error(void);
extern void *malloc(size_t);
extern void free(void *);
int main() {
  char*p=malloc(8);
  free(p);
  char*q=malloc(8);
  if (p==q) reach_error();
}
