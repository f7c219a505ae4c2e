/* Expressions: precedence and associativity of every operator, casts, GNU's own. */
typedef int T;
struct s { int a; struct s *n; int v[3]; int (*f)(int); };
int g(int, ...);
int arithmetic(int a, int b, int c) { return a + b * c - a / b % c + -a - -b + +c - ~a + !b; }
int left(int a, int b, int c) { return a - b - c + a / b / c + a % b % c + (a << b << c) + (a >> b >> c) + (a < b < c) + (a == b == c); }
int bits(int a, int b, int c) { return a & b == c | a ^ b & c | a << 1 + 2 & 3; }
int logic(int a, int b, int c) { return a || b && c || !a && b | c; }
int compare(int a, int b) { return a < b == b > a != a <= b >= 1; }
int conditional(int a, int b, int c) { return a ? b : c ? a : b ? c : a; }
int middle(int a, int b) { return a ? b, a : b; }
int elvis(int a, int b) { return a ?: b ?: 3; }
int assign(int a, int b, int c) { a = b = c; a += b -= c; a *= b /= 2; a %= 3; a <<= b >>= 1; a &= b |= c ^= 7; return a, b, c; }
int unary(int *p, int **q) { return *p++ + *++p + (*p)++ + ++*p + -*p + !*p + **q + *q[1] + (*q)[1] + - -*p + ~~*p + !!*p; }
int increments(int a) { return a++ + ++a - a-- - --a; }
int postfix(struct s *p) { return p->n->n->a + p->v[1] + (*p).a + p->f(1) + (*p->f)(2) + p[0].v[2] + 2[p->v] + (&*p)->a; }
int casts(long x, char *p) { return (int)x + (int)(char)x + (T)x + (char)*p + (int)-x + (int)(x + 1) + *(T *)p + ((struct s *)p)->a + (int)sizeof(int) + (unsigned char)p[1]; }
int sizes(int x, int *p) { return sizeof x + sizeof(x) + sizeof(int) + sizeof *p + sizeof p[1] + sizeof(int) * 2 + sizeof -x + sizeof(T) + sizeof(int *[3]) + sizeof(int (*)(void)) + sizeof sizeof x + (sizeof(x) + 1) + sizeof(x)[p]; }
int alignments(int x) { return _Alignof(int) + __alignof__ x + __alignof(x) + __alignof__(struct s); }
int commas(int a) { a = 1, a = 2; for (a = 0, a++; a < 3, a < 4; a++, a++) ; return (a, 2); }
int calls(int (*f)(int, int), int (*t[2])(int)) { return f(1, 2) + (*f)(1, (2, 3)) + (**f)(1, 2) + t[1](3) + g(1) + g(1, 2.5, "x"); }
int statement_expression(int a) { return ({ int b = a; b * 2; }) + ({ a; }) + ({ for (;;) { break; } 3; }); }
int labels(int x) { void *t[] = { &&one, &&two }; goto *t[x]; one: return 1; two: return 2; }
int generic(int x, char *s) { return _Generic(x, int: 1, char *: 2, default: 3) + _Generic(s, default: 4, char *: 5) + _Generic((x), const int: 6, int: 7); }
int builtins(int n, ...) { __builtin_va_list l; __builtin_va_start(l, n); int r = __builtin_va_arg(l, int) + *__builtin_va_arg(l, int *); __builtin_va_end(l); return r; }
int offsets(void) { return __builtin_offsetof(struct s, a) + __builtin_offsetof(struct s, v[2]) + __builtin_offsetof(struct { struct s t[2]; }, t[1].v[0]) + __builtin_offsetof(struct { struct s t[2]; }, t->n); }
int choose(int x) { return __builtin_choose_expr(1, x, "s") + __builtin_types_compatible_p(int, T) + __builtin_types_compatible_p(int *, char[3]) + __builtin_constant_p(3) + __builtin_expect(x, 0); }
int extension(int x) { return __extension__ x + __extension__ (x * 2) + (__extension__ ({ x; })); }
double _Complex complex(double _Complex z) { return __real__ z + __imag__ z + 2.0 * z; }
const char *names(void) { return __func__ ? __FUNCTION__ : __PRETTY_FUNCTION__; }
int address(int *p, int a[3]) { return &a[1] == a + 1 && &*p == p && *&a[0] && &p[1] - p; }
int parenthesized_string(void) { return ("abc")[1] + sizeof("abc") + *("x" "y"); }
unsigned long ambiguous(unsigned long T, long x) { return (T) - x + (T) * x + (T) & x; }
