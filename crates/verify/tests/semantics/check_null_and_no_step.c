// expect: TRUE
// check: null-dereference
struct pair {
  int a, b;
};
extern int system(const char *);

int main(int argc, char **argv) {
  int *none = 0;
  int own = 3, *p = argc > 1 ? none + (argc > 3 ? 0 : 0) : &own;
  return system(0) + (p ? *p : (int)(unsigned long)&((struct pair *)0)->b);
}
