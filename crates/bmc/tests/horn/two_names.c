// unknown
// Another name of the array writes into it.
extern int __VERIFIER_nondet_int(void); extern void reach_error(void); extern void *malloc(unsigned long);
extern void *memset(void *, int, unsigned long);
int a[1000];
  int main(void) {
  int *p=a+500;
  for(int i=0;i<1000;i++) a[i]=1;
  for(int i=0;i<10;i++) p[i]=2;
  for(int i=0;i<1000;i++) if(a[i]!=1) reach_error();
  return 0;
}
