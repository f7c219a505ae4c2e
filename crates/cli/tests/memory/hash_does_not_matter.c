// answers: FALSE, UNKNOWN
// auto: FALSE
// A violation that does not rest on it is shown all the same.
typedef unsigned long uintptr_t;
extern void reach_error(void);
int x;
unsigned h(void*p) {
  return ((uintptr_t)p>>4)*31%7;
}
int t[7];
int main() {
  t[h(&x)]=1;
  int s=0;
  for(int i=0;i<7;i++) s+=t[i];
  if (s==1) reach_error();
}
