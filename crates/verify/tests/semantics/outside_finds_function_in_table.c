// expect: UNKNOWN
// option: undefined-functions=arguments
// No violation rests on it being the static function. Nothing but a table with external linkage names the function.
extern void reach_error(void);

typedef void (*hook)(void);

static void act(void) {
  reach_error();
}

hook hooks[1] = {act};

extern hook *find(void);

int main(void) {
  hook *found = find();
  if (found)
    (*found)();
  return 0;
}
