// Anonymous members: their members belong to the record around them.
struct simple { char tag; union { int i; char c[5]; }; char last; };
struct deep { char a; struct { char b; union { long long c; struct { short d; char e; }; }; char f; }; char g; };
union outer { struct { int a; char b; }; struct { char c; int d; }; long long e; };
struct bits_inside { char a; struct { unsigned b : 3; unsigned c : 7; }; union { unsigned d : 5; unsigned short e; }; };
struct tagged_member { struct inner { char x; int y; } in; struct { struct inner z; }; };
struct aligned_inside { char a; struct { char b; } __attribute__((aligned(16))); char c; };
struct packed_inside { char a; struct { char b; int c; } __attribute__((packed)); short d; };
struct only { union { char a; short b; }; };
struct array_inside { int n; union { char bytes[9]; short words[5]; }; struct { char t; } u[3]; };
