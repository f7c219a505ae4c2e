// Enumerations: the type behind them, wide, negative and packed ones.
enum plain { P0, P1, P5 = 5, P6 };
enum negative { N0 = -3, N1, N2, N3, N4 };
enum big_unsigned { B0 = 0xffffffff };
enum at_int_max { M0 = 0x7fffffff };
enum beyond { W0 = 0x100000000, W1 };
enum beyond_negative { V0 = -1, V1 = 0x80000000 };
enum huge { H0 = 0x7fffffffffffffff };
enum huge_unsigned { U0 = 0xffffffffffffffff };
enum __attribute__((packed)) tiny { T0, T1 = 200 };
enum tiny_negative { G0 = -1, G1 = 127 } __attribute__((packed));
enum __attribute__((packed)) small { S0, S1 = 300 };
enum small_negative { R0 = -1, R1 = 200 } __attribute__((packed));
enum computed { C0 = sizeof(int) * 3, C1 = C0 << 2, C2 = (char)300, C3 = 'a' + 1, C4 = -C1, C5 = C0 > C2 ? 7 : 9 };
struct of_enums { char a; enum plain b; char c; enum tiny d; enum small e; char f; enum beyond g; enum tiny h; };
