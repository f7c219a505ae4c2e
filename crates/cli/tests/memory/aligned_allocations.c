// answers: TRUE, UNKNOWN
// auto: TRUE
// Alignments that are asked for are kept.
typedef unsigned long size_t;
extern void reach_error(void);
extern void *malloc(size_t);
extern void free(void *);
extern void *aligned_alloc(size_t, size_t);
extern int posix_memalign(void **, size_t, size_t);
int main() {
  char*p=aligned_alloc(64,64);
  malloc(3);
  char*q;
  posix_memalign((void**)&q,256,10);
  if((size_t)p%64) reach_error();
  if((size_t)q%256) reach_error();
  free(p);
  free(q);
}
