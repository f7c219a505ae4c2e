// answers: UNKNOWN
// An address as a number is not fixed.
typedef unsigned long uintptr_t;
extern void reach_error(void);
int x;
int main() {
  switch((uintptr_t)&x) {
    case 65536: reach_error();
  }
}
