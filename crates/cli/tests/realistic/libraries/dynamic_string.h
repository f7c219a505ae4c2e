// A string that grows.
#ifndef DYNAMIC_STRING_H
#define DYNAMIC_STRING_H

#include <stddef.h>

struct dynamic_string {
    char *text; /* ends with a zero, or is null while nothing was appended */
    size_t length;
    size_t room;
};

void string_init(struct dynamic_string *s);
int string_append(struct dynamic_string *s, const char *bytes, size_t length);
int string_append_text(struct dynamic_string *s, const char *text);
int string_repeat(struct dynamic_string *s);
const char *string_text(const struct dynamic_string *s);
void string_free(struct dynamic_string *s);

#endif
