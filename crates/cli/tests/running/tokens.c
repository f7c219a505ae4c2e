// arguments: 
// input: source
#include <ctype.h>
#include <stdio.h>
#include <string.h>

enum kind { END, NAME, NUMBER, TEXT, SIGN, BAD };
static const char *const names[] = {"end", "name", "number", "text", "sign", "bad"};

static int next(FILE *in, char *buffer, size_t room) {
  int c;
  size_t length = 0;
  do
    c = getc(in);
  while (isspace(c));
  if (c == EOF)
    return END;
  if (isalpha(c) || c == '_') {
    for (; isalnum(c) || c == '_'; c = getc(in))
      if (length + 1 < room)
        buffer[length++] = (char)c;
    ungetc(c, in);
    buffer[length] = 0;
    return NAME;
  }
  if (isdigit(c)) {
    ungetc(c, in);
    int value;
    if (fscanf(in, "%i", &value) != 1)
      return BAD;
    snprintf(buffer, room, "%d", value);
    return NUMBER;
  }
  if (c == '"') {
    while ((c = getc(in)) != '"' && c != EOF && c != '\n')
      if (length + 1 < room)
        buffer[length++] = (char)c;
    buffer[length] = 0;
    return c == '"' ? TEXT : BAD;
  }
  buffer[0] = (char)c;
  buffer[1] = 0;
  return ispunct(c) ? SIGN : BAD;
}

int main(void) {
  char buffer[16];
  int kind, counts[6] = {0};
  while ((kind = next(stdin, buffer, sizeof buffer)) != END) {
    counts[kind]++;
    printf("%s:%s\n", names[kind], buffer);
  }
  for (int i = 0; i < 6; i++)
    printf("%d%c", counts[i], i < 5 ? ' ' : '\n');
  return counts[BAD] != 0;
}
