// expect: TRUE
// flags: --32
extern void reach_error(void);
int f(void) __asm__("g"); int g(void) __asm__("f");
int f(void) { return 1; } int g(void) { return 2; }
#pragma redefine_extname old fresh
int old(void); 
int fresh_(void) __asm__("fresh");
int fresh_(void) { return 7; }
register int sp_ __asm__("esp");
int main(void) { if (f() != 1 || g() != 2 || old() != 7) reach_error(); if (sp_ == 3) return 1; return 0; }
