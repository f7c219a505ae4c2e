/* Formatted text (7.21.6.1), a directive at a time: each function writes behind `at` what fits before `limit - 1`, and
   returns where the next begins. */
typedef typeof(sizeof 0) size_t;
size_t __cairn_put_text(char *to, size_t limit, size_t at, const char *text, size_t length);
size_t __cairn_put_repeated(char *to, size_t limit, size_t at, char c, int count);

size_t __cairn_put_text(char *to, size_t limit, size_t at, const char *text, size_t length) {
  for (size_t i = 0; i < length; i++)
    if (at + i + 1 < limit)
      to[at + i] = text[i];
  return at + length;
}

size_t __cairn_put_repeated(char *to, size_t limit, size_t at, char c, int count) {
  for (int i = 0; i < count; i++)
    if (at + i + 1 < limit)
      to[at + i] = c;
  return count > 0 ? at + count : at;
}

void __cairn_put_end(char *to, size_t limit, size_t at) {
  if (limit > 0)
    to[at < limit ? at : limit - 1] = 0;
}

/* Style: 1 '-', 2 '+', 4 ' ', 8 '#', 16 '0', 32 capital letters. Sign: 1 negative, 0 not, -1 of an unsigned number. */
size_t __cairn_put_integer(char *to, size_t limit, size_t at, unsigned long long magnitude, int sign, int base,
                           int style, int width, int precision) {
  char digits[22], before[2];
  int count = 0, zeros = 0, extra = 0, given = precision, left;
  if (width < 0) {
    style |= 1;
    width = -width;
  }
  left = style & 1;
  if (sign == 1)
    before[extra++] = '-';
  else if (sign == 0 && (style & 2))
    before[extra++] = '+';
  else if (sign == 0 && (style & 4))
    before[extra++] = ' ';
  if (base == 16 && (style & 8) && magnitude) {
    before[extra++] = '0';
    before[extra++] = style & 32 ? 'X' : 'x';
  }
  for (unsigned long long rest = magnitude; count < 22 && rest; rest /= base) {
    int digit = rest % base;
    digits[count++] = digit < 10 ? '0' + digit : (style & 32 ? 'A' : 'a') + digit - 10;
  }
  if (count == 0 && precision != 0)
    digits[count++] = '0';
  if (base == 8 && (style & 8) && (count == 0 || digits[count - 1] != '0') && precision <= count)
    precision = count + 1;
  zeros = precision > count ? precision - count : 0;
  if (given < 0 && (style & 16) && !left && width > count + zeros + extra)
    zeros = width - count - extra;
  int pad = width - count - zeros - extra;
  if (!left)
    at = __cairn_put_repeated(to, limit, at, ' ', pad);
  at = __cairn_put_text(to, limit, at, before, extra);
  at = __cairn_put_repeated(to, limit, at, '0', zeros);
  for (int i = 0; i < count; i++)
    if (at + i + 1 < limit)
      to[at + i] = digits[count - 1 - i];
  at += count;
  return left ? __cairn_put_repeated(to, limit, at, ' ', pad) : at;
}

size_t __cairn_put_character(char *to, size_t limit, size_t at, int c, int style, int width) {
  char text[1] = {(char)c};
  int left = style & 1;
  if (width < 0) {
    left = 1;
    width = -width;
  }
  if (!left)
    at = __cairn_put_repeated(to, limit, at, ' ', width - 1);
  at = __cairn_put_text(to, limit, at, text, 1);
  return left ? __cairn_put_repeated(to, limit, at, ' ', width - 1) : at;
}

size_t __cairn_put_string(char *to, size_t limit, size_t at, const char *text, int style, int width, int precision) {
  size_t length = 0;
  int left = style & 1;
  if (width < 0) {
    left = 1;
    width = -width;
  }
  /* glibc's text for null, which needs room. */
  if (!text)
    text = precision < 0 || precision >= 6 ? "(null)" : "";
  while ((precision < 0 || length < precision) && text[length])
    length++;
  int pad = width > length ? width - length : 0;
  if (!left)
    at = __cairn_put_repeated(to, limit, at, ' ', pad);
  at = __cairn_put_text(to, limit, at, text, length);
  return left ? __cairn_put_repeated(to, limit, at, ' ', pad) : at;
}

/* Text that is not computed: floating-point numbers, pointers, wide characters. */
size_t __cairn_put_unknown(char *to, size_t limit, size_t at, int width) {
  size_t length = __cairn_unknown_size(), room;
  __cairn_assume(length < 1 << 30);
  __cairn_assume((width < 0 ? -width : width) <= length);
  room = limit > at + 1 ? limit - at - 1 : 0;
  if (room > 0)
    __cairn_fill(to + at, room < length ? room : length);
  return at + length;
}

/* All of a format that is not known, or of a va_list. */
int __cairn_print_any(char *to, size_t limit) {
  size_t length = __cairn_unknown_size(), kept;
  __cairn_assume(length < 1 << 30);
  if (limit > 0) {
    kept = length < limit ? length : limit - 1;
    __cairn_fill(to, kept);
    to[kept] = 0;
  }
  return __cairn_unknown_bool() ? -1 : (int)length;
}

int __cairn_print_allocated(void *at) {
  size_t length = __cairn_unknown_size();
  __cairn_assume(length < 1 << 30);
  char *text = __builtin_malloc(length + 1);
  *(char **)at = text;
  if (!text || __cairn_unknown_bool())
    return -1;
  text[length] = 0;
  return (int)length;
}

/* Room for a text of asprintf. */
char *__cairn_print_into(void *at, size_t size) {
  char *text = __builtin_malloc(size);
  *(char **)at = text;
  return text;
}
