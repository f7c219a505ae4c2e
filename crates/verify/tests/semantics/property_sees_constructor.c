// expect: FALSE
// property: ext
extern void ext(void);
static void __attribute__((constructor)) early(void) { ext(); }
int main(void) { return 0; }
