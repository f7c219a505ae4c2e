// expect: TRUE|UNKNOWN
// flags: --property termination --64
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern char __VERIFIER_nondet_char(void);
static int out;
static void putch(int c) { out = c; }
static int echo(int argc, char **argv)
{
    int nflag = 0;
    char **ap = argv + 1;
    while (*ap && (*ap)[0] == '-' && (*ap)[1] == 'n' && !(*ap)[2]) {
        nflag = 1;
        ap++;
    }
    while (*ap) {
        for (const char *s = *ap; *s; s++) {
            if (*s == '\\' && s[1]) { s++; if (*s == 'c') return 0; }
            putch(*s);
        }
        if (*++ap) putch(' ');
    }
    if (!nflag) putch('\n');
    return argc;
}
int main(void)
{
    int argc = __VERIFIER_nondet_int();
    if (argc < 1 || argc > 50) return 0;
    char **argv = malloc((argc + 1) * sizeof(char *));
    if (!argc || !argv) return 1;
    for (int i = 0; i < argc; i++) {
        argv[i] = malloc(12);
        if (!argv[i]) return 1;
        for (int j = 0; j < 11; j++) argv[i][j] = __VERIFIER_nondet_char();
        argv[i][11] = 0;
    }
    argv[argc] = 0;
    return echo(argc, argv);
}
