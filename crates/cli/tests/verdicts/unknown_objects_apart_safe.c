// expect: TRUE
// What an unknown function returns does not overlap in part: the members of one object are no other members of another.
extern void reach_error(void);
struct pair {
  int first;
  int second;
};
struct pair *lookup(int key);

int main(void) {
  struct pair *a = lookup(1);
  struct pair *b = lookup(2);
  if (!a || !b)
    return 0;
  a->first = 1;
  b->second = 2;
  if (a->first != 1)
    reach_error();
  return 0;
}
