// Counts the words of a text, and copies it in upper case.
extern char __VERIFIER_nondet_char(void);
extern void reach_error(void);

#define LENGTH 6

static char text[LENGTH + 1];
static char upper[LENGTH + 1];

static int is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static char to_upper(char c) {
  if (c >= 'a' && c <= 'z')
    return c - 'a' + 'A';
  return c;
}

static int count_words(const char *s) {
  int words = 0;
  int inside = 0;
  for (int i = 0; s[i] != 0; i++) {
    if (is_letter(s[i])) {
      if (!inside)
        words++;
      inside = 1;
    } else {
      inside = 0;
    }
  }
  return words;
}

static int copy_upper(char *to, const char *from) {
  int i = 0;
  while (from[i] != 0) {
    to[i] = to_upper(from[i]);
    i++;
  }
  to[i] = 0;
  return i;
}

int main(void) {
  int starts = 0, length = 0;
  for (int i = 0; i < LENGTH; i++) {
    char c = __VERIFIER_nondet_char();
    if (c <= 0)
      break;
    text[i] = c;
    length++;
    int letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    int before = i > 0 ? text[i - 1] : ' ';
    int letter_before = (before >= 'a' && before <= 'z') || (before >= 'A' && before <= 'Z');
    if (letter && !letter_before)
      starts++;
  }
  if (count_words(text) != starts)
    reach_error();
  if (copy_upper(upper, text) != length)
    reach_error();
  for (int i = 0; i < length; i++)
    if (upper[i] >= 'a' && upper[i] <= 'z')
      reach_error();
  return 0;
}
// fault:   if (c >= 'a' && c <= 'z')  =>   if (c > 'a' && c <= 'z')
// fault:       inside = 0;  =>       inside = 1;
// fault:   return i;  =>   return i + 1;
// fault:   int words = 0;  =>   int words = 1;
// fault:       if (!inside)  =>       if (inside)
