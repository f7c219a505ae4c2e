// expect: UNKNOWN
// gcc takes an array of up to 2^63 bytes. Cairn's addresses end before, which is no fault of the program.
extern void reach_error(void);

struct whole {
    int parts[1UL << 60];
} *all;

int main(void)
{
    if (sizeof *all != 4UL << 60) {
        reach_error();
    }
    return 0;
}
