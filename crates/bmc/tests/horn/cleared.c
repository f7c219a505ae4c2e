// true
extern int __VERIFIER_nondet_int(void); extern void reach_error(void); extern void *malloc(unsigned long);
extern void *memset(void *, int, unsigned long);
int a[100000];
  int main(void) {
  for(int i=0;i<100000;i++) a[i]=1;
  memset(a,0,sizeof a);
  for(int i=0;i<100000;i++) if(a[i]!=0) reach_error();
  return 0;
}
