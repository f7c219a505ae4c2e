// expect: UNKNOWN
// No violation rests on a pointer from outside that is a static function.
// with: EXTERNAL
// expect: FALSE
// A function with external linkage may be what code outside gives.
extern void reach_error(void);
typedef void (*action)(void);
extern action get(void);
static int x;
#ifdef EXTERNAL
void set(void) { x = 1; }
#else
static void set(void) { x = 1; }
#endif
int main(void) {
  action got = get();
  if (got)
    got();
  if (x)
    reach_error();
  action volatile kept = set;
  return 0;
}
