// expect: UNKNOWN
// option: undefined-functions=arguments
// No violation rests on it being the static function. The table that names the function is named by another.
extern void reach_error(void);

struct actions {
  void (*act)(void);
};
struct device {
  int number;
  const struct actions *actions;
};

static void act(void) {
  reach_error();
}

static const struct actions actions = {act};
struct device device = {1, &actions};

extern struct device *find(void);

int main(void) {
  struct device *found = find();
  if (found && found->actions)
    found->actions->act();
  return 0;
}
