// expect: UNKNOWN
// No violation rests on a pointer from outside that is a static function.
extern void reach_error(void);
typedef void (*action)(void);
extern action get(void);
static int x;
static void set(void) { x = 1; }
int main(void) {
  action got = get();
  if (got)
    got();
  if (x)
    reach_error();
  action volatile kept = set;
  return 0;
}
