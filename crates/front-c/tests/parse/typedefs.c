/* Typedef names and what hides them. */
typedef int T;
typedef int T;
typedef struct T { T T; } U;
typedef unsigned char byte, *bytes;
enum { A, B = A + 2, C };
int product(int T, int x) { return T * x; }
int declaration(void) { T *x = 0; return x == 0; }
int cast(int x) { return (T)(x) + (T)-1 + (T) + x; }
int call(int (*T)(int), int x) { return (T)(x) + (T)(-x); }
int by_enum(int x) { enum { T = 5 }; return (T) + x; }
int by_member(U *u) { return u->T + (*u).T; }
int by_label(int x) { if (x) goto T; x = 2; T: return x; T2: return (T)x; }
int label_of_type(void) { T: ; T y = 1; if (y > 3) goto T; return y; }
int by_for(void) { int s = 0; for (T T = 0; T < 3; T++) s += T; T z = s; return z; }
int by_block(void) { { int T = 1; T * T; } T *p = 0; return sizeof *p; }
int sizes(void) { int x = sizeof(T) + sizeof (T) * 2; { char T = 0; x += sizeof(T) + sizeof T; } return x; }
int declared_in_init(void) { int T = sizeof(T); return T; }
int unsigned_T(void) { unsigned T = 4; return T; }
const T ct = 1;
static T st;
T const tc = 2;
long typedef odd;
odd order;
int param_scope(T T, int y[sizeof(T)]) { return T + y[0]; }
struct T tagged = { 1 };
union V { T T; byte b; } v;
void redeclare(void) { typedef char T; T c = 'x'; (void)c; }
T after_redeclare = 70000;
extern T (*fp)(T);
int knr(T2, y) int T2; T y; { return T2 + y; }
__typeof__(ct) same; typeof(T *) same_pointer; __typeof(int[3]) three;
