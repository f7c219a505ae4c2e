// answers: UNKNOWN
// realloc may give another address than it took.
typedef unsigned long size_t;
extern void reach_error(void);
extern void *malloc(size_t);
extern void *realloc(void *, size_t);
int main() {
  char*p=malloc(8);
  char*o=p;
  p=realloc(p,16);
  if (p!=o) reach_error();
}
