/* Attributes in every position, asm labels, spellings of keywords. */
__attribute__((noreturn)) void a(void);
void b(void) __attribute__((noreturn, __cold__));
void __attribute__((noinline)) c(void) { }
static __inline__ __attribute__((always_inline)) int d(int x __attribute__((unused))) { return 1; }
extern int e(const char *, ...) __asm__("renamed") __attribute__((format(printf, 1, 2)));
int f __attribute__((aligned(32))), g __attribute__((unused)) = 3, __attribute__((unused)) h;
int *__attribute__((unused)) i, * const __attribute__((unused)) j;
typedef int vector __attribute__((vector_size(16)));
typedef unsigned long word __attribute__((mode(HI)));
int sizes[] = { sizeof(vector), sizeof(word), __alignof__(f) };
void (__attribute__((noreturn)) *k)(int);
void r_not(int *); void l(void) { { int q __attribute__((cleanup(r_not))); } __attribute__((unused)) int m; int n __attribute__((unused)), __attribute__((unused)) o; register int p __asm__("ebx"); }
int s(void) __attribute__(()) __attribute__((,unused,,)) ;
__const int t = 1; __const__ int u = 2; __volatile int v; __volatile__ int w; __signed char x; __signed__ char y;
__inline int z(void); static __inline int z2(void) { return 0; }
_Noreturn void aa(void); _Noreturn static void ab(void) { for (;;) ; }
__extension__ typedef long long ac; __extension__ int ad;
_Bool ae = 1; _Atomic int af; _Atomic(int) ag; int _Atomic *ah;
__typeof__(int) ai; __typeof(ai) aj;
__complex__ double ak; _Complex float al; double __complex am;
_Alignas(8) char an; _Alignas(int) _Alignas(16) char ao;
[[gnu::unused]] static int ap; [[nodiscard]] int aq(void); [[deprecated("x"), gnu::aligned(16)]] int ar;
int as [[gnu::unused]] = 1;
__float128 at(void); _Float64 au; _Float32 av; __float80 aw;
__thread int ax; extern __thread int ay;
struct az; struct [[gnu::packed]] ba { char c; int i; };
int bb = sizeof(struct ba);
void *bc(unsigned long) __attribute__((malloc, alloc_size(1), nonnull));
__attribute__((deprecated("old"))) __attribute__((section(".data.x"))) int bd = 1;
