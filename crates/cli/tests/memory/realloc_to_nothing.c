// answers: UNKNOWN
// realloc to zero bytes gives null or an object.
typedef unsigned long size_t;
extern void reach_error(void);
extern void *malloc(size_t);
extern void *realloc(void *, size_t);
int main() {
  int*p=malloc(8);
  p=realloc(p,0);
  if(p) reach_error();
}
