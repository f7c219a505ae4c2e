/* Strings of wide characters (7.29.4), element by element. */
typedef typeof(sizeof 0) size_t;
typedef typeof(*L"") wchar_t;

size_t wcslen(const wchar_t *s) {
  size_t n = 0;
  while (s[n])
    n++;
  return n;
}

size_t wcsnlen(const wchar_t *s, size_t most) {
  size_t n = 0;
  while (n < most && s[n])
    n++;
  return n;
}

wchar_t *wcscpy(wchar_t *to, const wchar_t *from) {
  size_t i = 0;
  for (; from[i]; i++)
    to[i] = from[i];
  to[i] = 0;
  return to;
}

wchar_t *wcscat(wchar_t *to, const wchar_t *from) {
  size_t end = 0, i = 0;
  while (to[end])
    end++;
  for (; from[i]; i++)
    to[end + i] = from[i];
  to[end + i] = 0;
  return to;
}

wchar_t *wcsncpy(wchar_t *to, const wchar_t *from, size_t n) {
  size_t i = 0;
  for (; i < n && from[i]; i++)
    to[i] = from[i];
  for (; i < n; i++)
    to[i] = 0;
  return to;
}

wchar_t *wcsncat(wchar_t *to, const wchar_t *from, size_t n) {
  size_t end = 0, i = 0;
  while (to[end])
    end++;
  for (; i < n && from[i]; i++)
    to[end + i] = from[i];
  to[end + i] = 0;
  return to;
}

wchar_t *wcschr(const wchar_t *s, wchar_t c) {
  for (;; s++) {
    if (*s == c)
      return (wchar_t *)s;
    if (!*s)
      return 0;
  }
}

wchar_t *wcsrchr(const wchar_t *s, wchar_t c) {
  wchar_t *last = 0;
  for (;; s++) {
    if (*s == c)
      last = (wchar_t *)s;
    if (!*s)
      return last;
  }
}

wchar_t *wcschrnul(const wchar_t *s, wchar_t c) {
  while (*s && *s != c)
    s++;
  return (wchar_t *)s;
}

wchar_t *wcsstr(const wchar_t *s, const wchar_t *part) {
  for (;; s++) {
    size_t i = 0;
    while (part[i] && s[i] == part[i])
      i++;
    if (!part[i])
      return (wchar_t *)s;
    if (!*s)
      return 0;
  }
}

wchar_t *wcspbrk(const wchar_t *s, const wchar_t *set) {
  for (; *s; s++)
    for (size_t i = 0; set[i]; i++)
      if (*s == set[i])
        return (wchar_t *)s;
  return 0;
}

size_t wcsspn(const wchar_t *s, const wchar_t *set) {
  size_t n = 0;
  for (; s[n]; n++) {
    size_t i = 0;
    while (set[i] && set[i] != s[n])
      i++;
    if (!set[i])
      break;
  }
  return n;
}

size_t wcscspn(const wchar_t *s, const wchar_t *set) {
  size_t n = 0;
  for (; s[n]; n++) {
    size_t i = 0;
    while (set[i] && set[i] != s[n])
      i++;
    if (set[i])
      break;
  }
  return n;
}

wchar_t *wcsdup(const wchar_t *s) {
  size_t n = 0;
  while (s[n])
    n++;
  wchar_t *copy = __builtin_malloc((n + 1) * sizeof(wchar_t));
  if (!copy)
    return 0;
  __builtin_memcpy(copy, s, (n + 1) * sizeof(wchar_t));
  return copy;
}

wchar_t *wcswcs(const wchar_t *s, const wchar_t *part) {
  for (;; s++) {
    size_t i = 0;
    while (part[i] && s[i] == part[i])
      i++;
    if (!part[i])
      return (wchar_t *)s;
    if (!*s)
      return 0;
  }
}

wchar_t *wcpcpy(wchar_t *to, const wchar_t *from) {
  size_t i = 0;
  for (; from[i]; i++)
    to[i] = from[i];
  to[i] = 0;
  return to + i;
}

wchar_t *wcpncpy(wchar_t *to, const wchar_t *from, size_t n) {
  size_t i = 0, end;
  for (; i < n && from[i]; i++)
    to[i] = from[i];
  end = i;
  for (; i < n; i++)
    to[i] = 0;
  return to + end;
}

/* glibc: -1, 0 or 1. */
int wcscmp(const wchar_t *a, const wchar_t *b) {
  size_t i = 0;
  while (a[i] && a[i] == b[i])
    i++;
  return a[i] < b[i] ? -1 : a[i] > b[i];
}

int wcscoll(const wchar_t *a, const wchar_t *b) {
  size_t i = 0;
  while (a[i] && a[i] == b[i])
    i++;
  return a[i] < b[i] ? -1 : a[i] > b[i];
}

int wcsncmp(const wchar_t *a, const wchar_t *b, size_t n) {
  for (size_t i = 0; i < n; i++) {
    if (a[i] != b[i])
      return a[i] < b[i] ? -1 : 1;
    if (!a[i])
      return 0;
  }
  return 0;
}

int wcscasecmp(const wchar_t *a, const wchar_t *b) {
  for (size_t i = 0;; i++) {
    wchar_t x = a[i], y = b[i];
    if (x >= 'A' && x <= 'Z')
      x += 'a' - 'A';
    if (y >= 'A' && y <= 'Z')
      y += 'a' - 'A';
    if (x != y || !x)
      return x - y;
  }
}

int wcsncasecmp(const wchar_t *a, const wchar_t *b, size_t n) {
  for (size_t i = 0; i < n; i++) {
    wchar_t x = a[i], y = b[i];
    if (x >= 'A' && x <= 'Z')
      x += 'a' - 'A';
    if (y >= 'A' && y <= 'Z')
      y += 'a' - 'A';
    if (x != y || !x)
      return x - y;
  }
  return 0;
}

wchar_t *wcstok(wchar_t *s, const wchar_t *set, wchar_t **rest) {
  size_t i;
  if (!s)
    s = *rest;
  if (!s)
    return 0;
  for (; *s; s++) {
    for (i = 0; set[i] && set[i] != *s; i++)
      ;
    if (!set[i])
      break;
  }
  if (!*s) {
    *rest = 0;
    return 0;
  }
  wchar_t *end = s;
  for (; *end; end++) {
    for (i = 0; set[i] && set[i] != *end; i++)
      ;
    if (set[i])
      break;
  }
  if (*end) {
    *end = 0;
    *rest = end + 1;
  } else
    *rest = 0;
  return s;
}

wchar_t *wmemcpy(wchar_t *to, const wchar_t *from, size_t n) {
  __builtin_memcpy(to, from, n * sizeof(wchar_t));
  return to;
}

wchar_t *wmemmove(wchar_t *to, const wchar_t *from, size_t n) {
  __builtin_memmove(to, from, n * sizeof(wchar_t));
  return to;
}

wchar_t *wmempcpy(wchar_t *to, const wchar_t *from, size_t n) {
  __builtin_memcpy(to, from, n * sizeof(wchar_t));
  return to + n;
}

wchar_t *wmemset(wchar_t *to, wchar_t c, size_t n) {
  for (size_t i = 0; i < n; i++)
    to[i] = c;
  return to;
}

int wmemcmp(const wchar_t *a, const wchar_t *b, size_t n) {
  for (size_t i = 0; i < n; i++)
    if (a[i] != b[i])
      return a[i] < b[i] ? -1 : 1;
  return 0;
}

wchar_t *wmemchr(const wchar_t *s, wchar_t c, size_t n) {
  for (size_t i = 0; i < n; i++)
    if (s[i] == c)
      return (wchar_t *)(s + i);
  return 0;
}

/* A byte is a character in the "C" locale, as far as ASCII goes. */
unsigned btowc(int c) { return c >= 0 && c < 128 ? c : (unsigned)-1; }
int wctob(unsigned c) { return c < 128 ? (int)c : -1; }

/* Multibyte characters of the "C" locale: a byte each, and no others than those of ASCII. */
int wctomb(char *to, wchar_t c) {
  if (!to)
    return 0;
  if (c < 0 || c > 127) {
    __cairn_set_errno(84);
    return -1;
  }
  *to = (char)c;
  return 1;
}

size_t mbstowcs(wchar_t *to, const char *from, size_t most) {
  for (size_t i = 0; !to || i < most; i++) {
    unsigned char c = (unsigned char)from[i];
    if (c > 127) {
      __cairn_set_errno(84);
      return (size_t)-1;
    }
    if (to)
      to[i] = c;
    if (!c)
      return i;
  }
  return most;
}

size_t wcstombs(char *to, const wchar_t *from, size_t most) {
  for (size_t i = 0; !to || i < most; i++) {
    if (from[i] < 0 || from[i] > 127) {
      __cairn_set_errno(84);
      return (size_t)-1;
    }
    if (to)
      to[i] = (char)from[i];
    if (!from[i])
      return i;
  }
  return most;
}
