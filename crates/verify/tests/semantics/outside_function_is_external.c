// expect: FALSE
// A function with external linkage may be what code outside gives.
extern void reach_error(void);
typedef void (*action)(void);
extern action get(void);
static int x;
void set(void) { x = 1; }
int main(void) {
  action got = get();
  if (got)
    got();
  if (x)
    reach_error();
  action volatile kept = set;
  return 0;
}
