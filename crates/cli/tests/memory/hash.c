// answers: UNKNOWN
// What is computed from an address is not fixed.
typedef unsigned long uintptr_t;
extern void reach_error(void);
int x;
unsigned h(void*p) {
  return ((uintptr_t)p>>4)*31%7;
}
int main() {
  if (h(&x)==3) reach_error();
}
