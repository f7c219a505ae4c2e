// answers: TRUE, UNKNOWN
// auto: TRUE
// Order and difference within one object are fixed.
extern void reach_error(void);
int a[10];
int sum(int*b,int n) {
  int s=0;
  int*e=b+n;
  for(int*p=b;p<e;p++) s+=*p;
  return s;
}
int main() {
  int b[3]={1,2,3};
  int*p=a,*e=a+10;
  int n=0;
  while(p<e) {
    n++;
    p++;
  }
  if (n!=10) reach_error();
  if (e-a!=10) reach_error();
  if (sum(b,3)!=6) reach_error();
  if(sum(a,10)!=0) reach_error();
}
