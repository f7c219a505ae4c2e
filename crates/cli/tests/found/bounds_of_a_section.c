// class: symbols that the linker makes
// expect: FALSE|UNKNOWN
extern void reach_error(void);
static int count;
static void one(void) { count++; }
static void two(void) { count++; }
typedef void (*action)(void);
__attribute__((section("actions"), used)) static action first = one;
__attribute__((section("actions"), used)) static action second = two;
extern action __start_actions[], __stop_actions[];
int main(void) {
  for (action *at = __start_actions; at < __stop_actions; at++)
    (*at)();
  if (count == 2)
    reach_error();
  return 0;
}
