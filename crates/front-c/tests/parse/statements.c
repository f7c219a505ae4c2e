/* Statements: nesting, dangling else, loops, switch with ranges, labels in every position, asm. */
int g(int);
int dangling(int a, int b) { if (a) if (b) return 1; else return 2; return 3; }
int chain(int x) { if (x == 1) return 1; else if (x == 2) return 2; else if (x == 3) { return 3; } else return 4; }
int nested_if(int a, int b, int c) { if (a) { if (b) ; } else if (c) for (;;) break; else while (a) a--; return a; }
int loops(int n) { int s = 0, i; for (i = 0; i < n; i++) s += i; for (int j = 0, k = 1; j < k; j++, k--) ; for (;;) { if (s--) continue; break; } while (n) n--; do n++; while (n < 5); do { n--; } while (n > 0); return s; }
int sw(int x) { switch (x) { case 1: case 2: return 1; case 3 ... 5: x++; break; case 'a': { x = 2; } default: x = 0; case 100: ; } return x; }
int sw_single(int x) { switch (x) case 1: return 2; return 3; }
int sw_inside(int n) { int c = 0; switch (n % 2) { case 0: do { c++; case 1: c += 2; } while (--n > 0); } return c; }
int sw_before(int x) { switch (x) { int y; case 1: y = 2; return y; } return 0; }
int labels(int x) { again: if (x-- > 0) goto again; a: b: c: x++; if (x < 3) goto b; if (x < 5) goto a; if (x < 6) goto c; goto end; end: return x; }
int label_attributes(int x) { if (x) goto out; out: __attribute__((unused)); return x; }
int label_at_end(int x) { if (x) goto end; x = 1; end: }
int label_declaration(int x) { if (x) goto l; l: int y = x; return y; }
int local_labels(int x) { { __label__ in, out; goto in; in: x++; goto out; out: ; } return ({ __label__ k; k: x; }); }
int fallthrough(int x) { switch (x) { case 1: x = 2; __attribute__((fallthrough)); case 2: x = 3; } return x; }
int empties(void) { ;;; { } {;} { { } } return 0; }
int extension_declaration(void) { __extension__ long long x = 1; __extension__ __extension__ int y = 2; __extension__ (void)x; return x + y; }
int declarations(void) { int a = 1; a++; int b = a; static int c; extern int d; register int r = 2; auto int e = 3; struct l { int x; } s = { 1 }; typedef int I; I i = 1; _Static_assert(1, "ok"); enum { K } k = K; (void)k; return a + b + c + r + e + s.x + i; }
int asms(int x) { int y; asm("nop"); __asm__ __volatile__("mov %1, %0" : "=r" (y) : "r" (x)); asm volatile ("" ::: "memory"); asm("" : "+r" (y) : [named] "r" (x), "i" (3) : "cc", "memory"); __asm("nop" : : ); return y; }
int asm_goto(int x) { asm goto ("" : : "r" (x) : : out); return 1; out: return 2; }
asm(".globl nothing_here");
int nested_function(int x) { int add(int y) { return x + y; } int twice(int y) { int once(void) { return y; } return once() + once(); } return add(1) + twice(2); }
int auto_type(int x) { __auto_type y = x + 1L; return y; }
int computed(int x) { static void *const t[] = { &&a, &&b }; goto *t[x & 1]; a: return 1; b: return 2; }
void returns(void) { return; }
void void_return(void) { return returns(); }
;
