// answers: TRUE, UNKNOWN
// auto: TRUE
// The low bits that the alignment fixes are.
typedef unsigned long size_t;
typedef unsigned long uintptr_t;
extern void reach_error(void);
extern void *malloc(size_t);
int x;
struct s {
  double d;
  int i;
};
int main() {
  char*p=malloc(100);
  if ((uintptr_t)p%8) reach_error();
  if ((uintptr_t)&x&3) reach_error();
  char*q=p+3;
  if (((uintptr_t)q&7)!=3) reach_error();
}
