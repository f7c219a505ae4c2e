// answers: TRUE, UNKNOWN
// auto: TRUE
// realloc of too much gives null and keeps the object.
typedef unsigned long size_t;
extern void reach_error(void);
extern void *malloc(size_t);
extern void *realloc(void *, size_t);
int main() {
  int*p=malloc(8);
  p[0]=3;
  int *q=realloc(p,(size_t)-5);
  if(q) reach_error();
  if (p[0]!=3) reach_error();
  p=realloc(p,100);
  if(p[0]!=3) reach_error();
  p=realloc(0,4);
  if(!p) reach_error();
}
