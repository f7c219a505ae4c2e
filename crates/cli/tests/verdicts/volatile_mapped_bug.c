// expect: FALSE
// flags: --32
extern void reach_error(void);
extern void *map(int);
int main(void) { volatile unsigned *r = map(3); if (!r) return 0; *r = 1; if (*r == 4) reach_error(); return 0; }
