// expect: FALSE
// check: null-dereference
struct pair {
  int a, b;
};

int main(int argc, char **argv) {
  struct pair own = {1, 2};
  struct pair *p = argc > 1 ? 0 : &own;
  int *member = &p->b;
  return *member;
}
