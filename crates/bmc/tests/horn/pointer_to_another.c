// unknown
// The pointer goes to another array.
extern int __VERIFIER_nondet_int(void); extern void reach_error(void); extern void *malloc(unsigned long);
extern void *memset(void *, int, unsigned long);
int main(void) {
  int n=__VERIFIER_nondet_int();
  if(n<10||n>1000) return 0;
  int*a=malloc(4*n);
  for(int i=0;i<n;i++) a[i]=1;
  a=malloc(4*n);
  for(int i=0;i<n;i++) a[i]= i==5?2:1;
  for(int i=0;i<n;i++) if(a[i]!=1) reach_error();
  return 0;
}
