// #pragma pack, as real headers have it.
#pragma pack(push, 1)
struct pack1 { char c; int i; long long l; };
struct pack1_bits { unsigned a : 5; unsigned b : 30; char c; };
#pragma pack(pop)
struct unpacked { char c; int i; };
#pragma pack(2)
struct pack2 { char c; int i; double d; char e; };
struct pack2_inner { char c; struct unpacked u; };
#pragma pack()
struct unpacked_again { char c; long long l; };
#pragma pack(push)
#pragma pack(4)
struct pack4 { char c; long long l; long double d; };
#pragma pack(pop)
struct after { char c; double d; };
