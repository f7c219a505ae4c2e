/* Elements that are put in and taken out leave a list that is whole. */
#include "../any.h"
#include <search.h>
#define insque its_insque
#define remque its_remque
#include "src/search/insque.c"

int main(void)
{
    struct node nodes[4];
    insque(&nodes[0], 0);
    for (int i = 1; i < 4; i++) {
        unsigned after = any_uint();
        assume(after < (unsigned)i);
        insque(&nodes[i], &nodes[after]);
    }
    unsigned out = any_uint();
    assume(out >= 1 && out < 4);
    remque(&nodes[out]);
    int count = 0;
    for (struct node *n = &nodes[0]; n; n = n->next) {
        assert(n != &nodes[out]);
        if (n->next) assert(n->next->prev == n);
        count++;
    }
    assert(count == 3);
    return 0;
}
