// A string that grows: the room is doubled, and always has a place for the zero.
#include "dynamic_string.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

void string_init(struct dynamic_string *s)
{
    s->text = NULL;
    s->length = 0;
    s->room = 0;
}

static int reserve(struct dynamic_string *s, size_t more)
{
    size_t room = s->room ? s->room : 8;
    if (more > SIZE_MAX / 4 - s->length)
        return 0;
#if FAULT == 1
    while (room < s->length + more)
#else
    while (room < s->length + more + 1)
#endif
        room *= 2;
    if (room != s->room) {
        char *text = realloc(s->text, room);
        if (!text)
            return 0;
        s->text = text;
        s->room = room;
    }
    return 1;
}

int string_append(struct dynamic_string *s, const char *bytes, size_t length)
{
    if (!reserve(s, length))
        return 0;
    memcpy(s->text + s->length, bytes, length); /* fault 2 */
    s->length += length;
    s->text[s->length] = '\0'; /* fault 1 */
    return 1;
}

int string_append_text(struct dynamic_string *s, const char *text)
{
    return string_append(s, text, strlen(text));
}

/* "ab" becomes "abab". */
int string_repeat(struct dynamic_string *s)
{
    if (s->length == 0)
        return 1;
#if FAULT == 2
    return string_append(s, s->text, s->length);
#else
    size_t length = s->length;
    if (!reserve(s, length))
        return 0;
    return string_append(s, s->text, length);
#endif
}

const char *string_text(const struct dynamic_string *s)
{
    return s->text ? s->text : "";
}

void string_free(struct dynamic_string *s)
{
    free(s->text);
    string_init(s);
}
