// answers: TRUE, UNKNOWN
// auto: TRUE
// A pointer is the same after a cast to an integer and back, and tags go into the bits below the alignment.
typedef unsigned long uintptr_t;
extern void reach_error(void);
struct l {
  struct l*n;
  int v;
};
struct w {
  int k;
  struct l m;
};
int main() {
  int x=3;
  uintptr_t u=(uintptr_t)&x;
  int*p=(int*)u;
  if(*p!=3) reach_error();
  u|=1;
  if(!(u&1)) reach_error();
  p=(int*)(u&~(uintptr_t)1);
  *p=4;
  if(x!=4) reach_error();
  struct w w;
  w.k=7;
  struct l*q=&w.m;
  struct w*r=(struct w*)((char*)q-(unsigned long)&((struct w*)0)->m);
  if(r->k!=7) reach_error();
  if (r!=&w) reach_error();
  int y;
  if(&x==&y) reach_error();
  if(!&x) reach_error();
}
