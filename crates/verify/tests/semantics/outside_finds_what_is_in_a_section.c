// expect: UNKNOWN
// option: undefined-functions=arguments
// The linker gathers what lies in a section.
extern void reach_error(void);

typedef void (*hook)(void);

static void act(void) {
  reach_error();
}

static hook entry __attribute__((section("hooks"), used)) = act;

extern hook __start_hooks[], __stop_hooks[];

int main(void) {
  for (hook *at = __start_hooks; at < __stop_hooks; at++)
    (*at)();
  return 0;
}
