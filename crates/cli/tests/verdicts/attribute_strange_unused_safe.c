// expect: TRUE
// flags: --32
__attribute__((strange)) int f(void) { return 1; }
__attribute__((strange)) int g(void);
__attribute__((strange)) int v;
[[gnu::unused]] static int z;
int main(void) { return 0; }
