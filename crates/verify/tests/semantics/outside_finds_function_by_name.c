// expect: FALSE
// option: undefined-functions=arguments
// Nothing names the function, which has external linkage.
extern void reach_error(void);

typedef void (*hook)(void);

void act(void) {
  reach_error();
}

extern hook find(void);

int main(void) {
  hook found = find();
  if (found)
    found();
  return 0;
}
