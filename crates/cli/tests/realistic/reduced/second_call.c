// Wrong place: the violation is that of the second call, and cairn check shows it at the first.
#include <stdio.h>
#include <string.h>
int main(void)
{
    char fine[4] = "abc";
    char longest[2] = {'a', 'b'};
    size_t n = strlen(fine);
    size_t m = strlen(longest);
    return n > m;
}
