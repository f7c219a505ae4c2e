// answers: UNKNOWN
// An address as a number is not fixed.
typedef unsigned long uintptr_t;
extern void reach_error(void);
int x;
int main() {
  if ((int)(uintptr_t)&x==0x10000) reach_error();
}
