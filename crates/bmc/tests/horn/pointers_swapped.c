// unknown
// The pointers are swapped.
extern int __VERIFIER_nondet_int(void); extern void reach_error(void); extern void *malloc(unsigned long);
extern void *memset(void *, int, unsigned long);
int a[1000],b[1000];
  int main(void) {
  int *p=a,*q=b;
  for(int i=0;i<1000;i++){p[i]=1;q[i]=2;} int*t=p;
  p=q;
  q=t;
  for(int i=0;i<1000;i++) if(p[i]!=1) reach_error();
  return 0;
}
