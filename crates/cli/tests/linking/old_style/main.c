// expect: TRUE
extern void reach_error(void);
int add();
double half();
char low();
unsigned long wide(unsigned long, int);
int main(void) {
  if (add(1, 2L, 'c') != 102 || half(3.0f) != 1.5 || low(0x141) != 0x41 || wide(1u, 'a') != 98)
    reach_error();
  return 0;
}
