// expect: TRUE
// flags: --32
extern void reach_error(void);
extern void exit(int);
int order;
__attribute__((constructor)) static void last(void) { if (order != 2) reach_error(); order = 3; }
__attribute__((constructor(200))) static void second(void) { if (order != 1) reach_error(); order = 2; }
__attribute__((constructor(150))) static void first(void) { if (order != 0) reach_error(); order = 1; }
__attribute__((destructor)) static void d1(void) { if (order != 5) reach_error(); order = 6; }
__attribute__((destructor)) static void d2(void) { if (order != 4) reach_error(); order = 5; }
__attribute__((destructor(200))) static void d3(void) { if (order != 6) reach_error(); order = 7; }
int main(void) { if (order != 3) reach_error(); order = 4; exit(0); }
