// expect: UNKNOWN
// flags: --64 --property termination
// The address of memory that was freed is used again.
#include <stdlib.h>
int main(){ int *p; p = malloc(4); if(!p) return 0; for(;;){ *p=0; int *q=malloc(4); if(!q) return 0; free(p); p=q; } }
