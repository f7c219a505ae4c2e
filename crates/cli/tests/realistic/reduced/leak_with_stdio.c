// The leak is UNKNOWN with this header, and violated without it.
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
    (void)argv;
    int *p = malloc(4);
    if (!p) return 1;
    if (argc == 3) return 2;
    free(p);
    return 0;
}
