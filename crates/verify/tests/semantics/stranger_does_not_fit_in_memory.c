// expect: UNKNOWN
// option: analysis=value
extern void reach_error(void);
typedef int (*one)(int);
typedef int (*two)(int, int);
struct ones { long n; one one; };
struct twos { long n; two two; };
extern struct ones *given(void);
static int bad(int x, int y) { reach_error(); return x + y; }
static struct twos twos = {1, bad};
int main(void) {
  struct ones *ones = given();
  void *p = &twos;
  if (ones == 0)
    ones = p;
  ones->one(1);
  return 0;
}
