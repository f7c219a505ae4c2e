// expect: FALSE
// option: machine-model=ILP32
// A float has the precision of its type for 32 bits, too.
extern void reach_error(void);
volatile float many = 16777216.0f;
int main(void) {
  if (many + 1.0f == many)
    reach_error();
  return 0;
}
