// expect: TRUE
// flags: --32
extern void reach_error(void);
enum big { SMALL = -1 + 1, MINUS = 5, LARGE = 0x80000000 };
enum mixed { NEG = -1, HUGE_ = 0x7fffffffffff };
enum plain { P0, P1 };
int main(void) {
  if (MINUS - 6 > 0) reach_error();          // int: -1
  if (sizeof(MINUS) != 4 || sizeof(NEG) != 4 || sizeof(HUGE_) != 8) reach_error();
  if (NEG > 0u == 0) reach_error();
  enum plain p = P0;
  if (!(p - 1 > 0)) reach_error(); // unsigned
  if (P0 - 1 > 0) reach_error();
  return 0;
}
