// expect: UNKNOWN
// flags: --32
extern void reach_error(void);
struct __attribute__((scalar_storage_order("big-endian"))) s { int x; };
int main(void) { struct s s = {1}; if (*(char *)&s) reach_error(); return 0; }
