// expect: TRUE
// option: undefined-functions=pure
// Code that knows nothing of the program finds no function in it.
extern void reach_error(void);

typedef void (*hook)(void);

static void act(void) {
  reach_error();
}

hook hooks[1] = {act};

extern hook *find(void);

int main(void) {
  hook *found = find();
  return found != 0;
}
