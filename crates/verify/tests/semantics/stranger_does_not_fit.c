// expect: UNKNOWN
// option: analysis=value
// A function of the program whose type does not fit, found in a union.
extern void reach_error(void);
typedef int (*one)(int);
typedef int (*two)(int, int);
extern one given(void);
static int bad(int x, int y) { reach_error(); return x + y; }
int main(void) {
  union { one one; two two; } both;
  both.one = given();
  both.two = bad;
  both.one(1);
  return 0;
}
