// unknown
// A byte of a cell is written.
extern int __VERIFIER_nondet_int(void); extern void reach_error(void); extern void *malloc(unsigned long);
extern void *memset(void *, int, unsigned long);
int a[1000];
  int main(void) {
  for(int i=0;i<1000;i++) a[i]=1;
  unsigned char *c=(unsigned char*)a; c[400]=7;
  for(int i=0;i<1000;i++) if(a[i]!=1) reach_error();
  return 0;
}
