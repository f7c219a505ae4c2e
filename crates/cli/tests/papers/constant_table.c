// Functions of a table without inputs.
extern void reach_error(void);
int add(int a, int b) { return a + b; }
int sub(int a, int b) { return a - b; }
int run(int (*f)(int, int), int a, int b) { return f(a, b); }
struct entry { int (*f)(int, int); int result; };
struct entry entries[2] = {{add, 9}, {sub, 5}};
int main(void) {
  for (int i = 0; i < 2; i++)
    if (run(entries[i].f, 7, 2) != entries[i].result) reach_error();
  return 0;
}
