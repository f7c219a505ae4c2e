/* Structures, unions, enumerations, bit-fields, attributes, packing. */
struct empty { };
struct tagged { int a; char b, *c; };
union either { int i; float f; struct { short lo, hi; }; struct tagged t; };
struct bits { unsigned a : 3, b : 5; int : 0; signed c : 1 + 1; unsigned : 4; _Bool d : 1; enum e2 { E2A, E2B } e : 2; };
struct anonymous { union { int x; float y; }; struct { int z; } named; };
struct flexible { int n; int data[]; };
struct zero { int n; int data[0]; };
struct stray { ; int a;; int b; ; };
struct __attribute__((packed)) packed_before { char c; int i; };
struct packed_after { char c; int i; } __attribute__((__packed__, aligned(2)));
struct member_attributes { char c; int i __attribute__((packed)); int j __attribute__((aligned(16))), k; __attribute__((aligned(8))) char l; };
struct alignas { _Alignas(16) char c; _Alignas(double) char d; };
struct self { struct self *next; struct later *later; };
struct later { int x; };
struct no_last_semicolon { int a; int b };
struct asserted { int x; _Static_assert(sizeof(int) == 4, "int"); };
struct __extension__in { __extension__ int x; __extension__ union { int y; }; };
enum color { RED, GREEN = 5, BLUE, };
enum __attribute__((packed)) small { S1, S2 = 1 };
enum { ANON = 'a', DEP __attribute__((deprecated)) = 3 };
enum color pick(enum color c) { return c == RED ? BLUE : c; }
#pragma pack(push, 1)
struct pragma_packed { char c; int i; };
#pragma pack(2)
struct pragma_two { char c; int i; };
#pragma pack(pop)
struct natural { char c; int i; };
_Pragma("pack(1)") struct operator_packed { char c; long l; }; _Pragma("pack()")
struct natural2 { char c; long l; };
int sizes[] = { sizeof(struct empty), sizeof(struct bits), sizeof(struct packed_before), sizeof(struct packed_after),
  sizeof(struct member_attributes), sizeof(struct alignas), sizeof(struct pragma_packed), sizeof(struct pragma_two),
  sizeof(struct natural), sizeof(struct operator_packed), sizeof(struct natural2), sizeof(enum small) };
struct inline_definition { struct inner { int a; } in; enum local { L1 } e; } value = { { 1 }, L1 };
struct tagged *function_returning(struct tagged { int q; } *p);
