/* A number is written in digits that read back as the number. */
#include "../any.h"
#include "src/core/def.c"

int main(void)
{
    char text[6];
    int number = any_int();
    assume(number > -10000 && number < 10000);
    lwip_itoa(text, sizeof text, number);
    int at = text[0] == '-', back = 0;
    for (; text[at]; at++) back = back * 10 + (text[at] - '0');
    assert((text[0] == '-' ? -back : back) == number);
    return 0;
}
