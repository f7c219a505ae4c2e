/* Declarators: order of derivation, parentheses, parameters, arrays, qualifiers, K&R. */
int a, *b, **c, d[3], *e[3], (*f)[3], (*g)(void), *(*h)(int), (*i[2])(int, char), *(*(*j)[4])(void);
int (*(*k(int x))(long))[5];
void (*signal_like(int, void (*)(int)))(int);
const char *const *volatile p1;
char *restrict_like(char *__restrict to, const char *restrict from);
int (parenthesized);
int ((twice)), *(((many)));
int matrix[2][3][4];
extern int unsized[];
typedef int T;
typedef T *TP, TA[4];
int takes_types(T, TP, TA);
int takes_named(T t, TP tp, TA ta);
int typedef_in_parens(int (T));
int array_params(int n, int a[n], int b[static 3], int c[const], int d[*], int e[const static 2], int f[restrict]);
int callback(int (*)(T), int (*named)(T x), int direct(int), int (abstract)(int));
int variadic(const char *, ...);
int no_prototype();
int prototype(void);
int old_style(a, b, c)
  int a, c;
  char *b;
{
  return a + *b + c;
}
int old_style_default(x) { return x; }
implicit_int() { return 1; }
static implicit_static;
register_like(const x) { return x; }
int (in_parens)(int x) { return x; }
int (*returns_pointer(void))(int) { return in_parens; }
int(*(*deep(int a))(int b))(int c) { return 0; }
struct s { int (*op)(struct s *, int); } ops;
T shadow(T T) { return T; }
T again(void) { T T = 3; { T++; } return T; }
int vla(int n) { int a[n], b[n][n + 1]; return sizeof a + sizeof(int[n]) + sizeof b; }
int qualifiers_anywhere(void) { int const x = 1; const volatile int unsigned long y = 2; char const *const s = 0; return x + y + (s != 0); }
long unsigned int long mixed;
_Thread_local int tl; static __thread int tl2;
