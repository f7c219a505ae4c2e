// arguments: {w} {w}? {d}?
// input: words
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct builder {
  char *text;
  size_t length, room;
};

static void append(struct builder *to, const char *format, ...) {
  va_list args, again;
  va_start(args, format);
  va_copy(again, args);
  int needed = vsnprintf(NULL, 0, format, args);
  va_end(args);
  if (to->length + needed + 1 > to->room) {
    to->room = 2 * (to->length + needed + 1);
    to->text = realloc(to->text, to->room);
    if (!to->text)
      abort();
  }
  vsnprintf(to->text + to->length, to->room - to->length, format, again);
  va_end(again);
  to->length += needed;
}

int main(int argc, char **argv) {
  struct builder out = {0};
  for (int i = 1; i < argc; i++)
    append(&out, "%s<%d:%-6s>", i > 1 ? "," : "", i, argv[i]);
  char word[20];
  while (scanf(" %19[a-z]", word) == 1)
    append(&out, "[%8.3s|%c|%zu]", word, word[0], strlen(word));
  append(&out, "%%%+.2e", (double)out.length);
  puts(out.text);
  free(out.text);
  return (int)(out.length % 251);
}
