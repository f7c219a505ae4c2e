/* Strings and blocks of memory, as the C standard says (7.24), byte by byte. Compiled when called. Where two strings are equal so far,
   the end of each is asked for, which decides nothing: so an analysis that knows each string by itself knows that both go on. */
typedef typeof(sizeof 0) size_t;
char *__cairn_strtok(char *s, const char *set, char **rest);

size_t strlen(const char *s) {
  size_t n = 0;
  while (s[n])
    n++;
  return n;
}

size_t strnlen(const char *s, size_t most) {
  size_t n = 0;
  while (n < most && s[n])
    n++;
  return n;
}

char *strcpy(char *to, const char *from) {
  size_t i = 0;
  for (; from[i]; i++)
    to[i] = from[i];
  to[i] = 0;
  return to;
}

char *stpcpy(char *to, const char *from) {
  size_t i = 0;
  for (; from[i]; i++)
    to[i] = from[i];
  to[i] = 0;
  return to + i;
}

char *strncpy(char *to, const char *from, size_t n) {
  size_t i = 0;
  if (n > 0)
    __cairn_writes(to, n);
  for (; i < n && from[i]; i++)
    to[i] = from[i];
  for (; i < n; i++)
    to[i] = 0;
  return to;
}

char *stpncpy(char *to, const char *from, size_t n) {
  size_t i = 0, end;
  if (n > 0)
    __cairn_writes(to, n);
  for (; i < n && from[i]; i++)
    to[i] = from[i];
  end = i;
  for (; i < n; i++)
    to[i] = 0;
  return to + end;
}

char *strcat(char *to, const char *from) {
  size_t end = 0, i = 0;
  while (to[end])
    end++;
  for (; from[i]; i++)
    to[end + i] = from[i];
  to[end + i] = 0;
  return to;
}

char *strncat(char *to, const char *from, size_t n) {
  size_t end = 0, i = 0;
  while (to[end])
    end++;
  for (; i < n && from[i]; i++)
    to[end + i] = from[i];
  to[end + i] = 0;
  return to;
}

int strcmp(const char *a, const char *b) {
  size_t i = 0;
  while (a[i] && b[i] && a[i] == b[i])
    i++;
  return (unsigned char)a[i] - (unsigned char)b[i];
}

int strcoll(const char *a, const char *b) {
  size_t i = 0;
  while (a[i] && b[i] && a[i] == b[i])
    i++;
  return (unsigned char)a[i] - (unsigned char)b[i];
}

int strncmp(const char *a, const char *b, size_t n) {
  for (size_t i = 0; i < n; i++) {
    if (a[i] != b[i])
      return (unsigned char)a[i] - (unsigned char)b[i];
    if (!a[i] || !b[i])
      return 0;
  }
  return 0;
}

int strcasecmp(const char *a, const char *b) {
  for (size_t i = 0;; i++) {
    int x = (unsigned char)a[i], y = (unsigned char)b[i];
    if (x >= 'A' && x <= 'Z')
      x += 'a' - 'A';
    if (y >= 'A' && y <= 'Z')
      y += 'a' - 'A';
    if (x != y || !a[i] || !b[i])
      return x - y;
  }
}

int strncasecmp(const char *a, const char *b, size_t n) {
  for (size_t i = 0; i < n; i++) {
    int x = (unsigned char)a[i], y = (unsigned char)b[i];
    if (x >= 'A' && x <= 'Z')
      x += 'a' - 'A';
    if (y >= 'A' && y <= 'Z')
      y += 'a' - 'A';
    if (x != y || !a[i] || !b[i])
      return x - y;
  }
  return 0;
}

char *strchr(const char *s, int c) {
  for (;; s++) {
    if (*s == (char)c)
      return (char *)s;
    if (!*s)
      return 0;
  }
}

char *index(const char *s, int c) {
  for (;; s++) {
    if (*s == (char)c)
      return (char *)s;
    if (!*s)
      return 0;
  }
}

char *strchrnul(const char *s, int c) {
  while (*s && *s != (char)c)
    s++;
  return (char *)s;
}

char *strrchr(const char *s, int c) {
  char *last = 0;
  for (;; s++) {
    if (*s == (char)c)
      last = (char *)s;
    if (!*s)
      return last;
  }
}

char *rindex(const char *s, int c) {
  char *last = 0;
  for (;; s++) {
    if (*s == (char)c)
      last = (char *)s;
    if (!*s)
      return last;
  }
}

char *strstr(const char *s, const char *part) {
  for (;; s++) {
    size_t i = 0;
    while (part[i] && s[i] && s[i] == part[i])
      i++;
    if (!part[i])
      return (char *)s;
    if (!*s)
      return 0;
  }
}

char *strpbrk(const char *s, const char *set) {
  for (; *s; s++)
    for (size_t i = 0; set[i]; i++)
      if (*s == set[i])
        return (char *)s;
  return 0;
}

size_t strspn(const char *s, const char *set) {
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

size_t strcspn(const char *s, const char *set) {
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

char *strdup(const char *s) {
  size_t n = 0;
  while (s[n])
    n++;
  char *copy = __builtin_malloc(n + 1);
  if (!copy)
    return 0;
  __builtin_memcpy(copy, s, n + 1);
  return copy;
}

char *strndup(const char *s, size_t most) {
  size_t n = 0;
  while (n < most && s[n])
    n++;
  char *copy = __builtin_malloc(n + 1);
  if (!copy)
    return 0;
  __builtin_memcpy(copy, s, n);
  copy[n] = 0;
  return copy;
}

int memcmp(const void *a, const void *b, size_t n) {
  const unsigned char *x = a, *y = b;
  for (size_t i = 0; i < n; i++)
    if (x[i] != y[i])
      return x[i] - y[i];
  return 0;
}

int bcmp(const void *a, const void *b, size_t n) {
  const unsigned char *x = a, *y = b;
  for (size_t i = 0; i < n; i++)
    if (x[i] != y[i])
      return x[i] - y[i];
  return 0;
}

void *memchr(const void *s, int c, size_t n) {
  const unsigned char *bytes = s;
  for (size_t i = 0; i < n; i++)
    if (bytes[i] == (unsigned char)c)
      return (void *)(bytes + i);
  return 0;
}

void *mempcpy(void *to, const void *from, size_t n) {
  __builtin_memcpy(to, from, n);
  return (char *)to + n;
}

char *__strcpy_chk(char *to, const char *from, size_t size) {
  size_t i = 0;
  for (; from[i]; i++)
    to[i] = from[i];
  to[i] = 0;
  return to;
}

char *__strcat_chk(char *to, const char *from, size_t size) {
  size_t end = 0, i = 0;
  while (to[end])
    end++;
  for (; from[i]; i++)
    to[end + i] = from[i];
  to[end + i] = 0;
  return to;
}

char *__stpcpy_chk(char *to, const char *from, size_t size) {
  size_t i = 0;
  for (; from[i]; i++)
    to[i] = from[i];
  to[i] = 0;
  return to + i;
}

char *__strncpy_chk(char *to, const char *from, size_t n, size_t size) { return strncpy(to, from, n); }

char *__strncat_chk(char *to, const char *from, size_t n, size_t size) {
  size_t end = 0, i = 0;
  while (to[end])
    end++;
  for (; i < n && from[i]; i++)
    to[end + i] = from[i];
  to[end + i] = 0;
  return to;
}

char *__stpncpy_chk(char *to, const char *from, size_t n, size_t size) { return stpncpy(to, from, n); }

char *__strdup(const char *s) {
  size_t n = 0;
  while (s[n])
    n++;
  char *copy = __builtin_malloc(n + 1);
  if (!copy)
    return 0;
  __builtin_memcpy(copy, s, n + 1);
  return copy;
}

char *__strndup(const char *s, size_t most) {
  size_t n = 0;
  while (n < most && s[n])
    n++;
  char *copy = __builtin_malloc(n + 1);
  if (!copy)
    return 0;
  __builtin_memcpy(copy, s, n);
  copy[n] = 0;
  return copy;
}

void *__mempcpy(void *to, const void *from, size_t n) {
  __builtin_memcpy(to, from, n);
  return (char *)to + n;
}

void *__mempcpy_chk(void *to, const void *from, size_t n, size_t size) {
  __builtin_memcpy(to, from, n);
  return (char *)to + n;
}

void bcopy(const void *from, void *to, size_t n) { __builtin_memmove(to, from, n); }

void *memccpy(void *to, const void *from, int c, size_t n) {
  unsigned char *t = to;
  const unsigned char *f = from;
  for (size_t i = 0; i < n; i++) {
    t[i] = f[i];
    if (f[i] == (unsigned char)c)
      return t + i + 1;
  }
  return 0;
}

void *memrchr(const void *s, int c, size_t n) {
  const unsigned char *bytes = s;
  while (n > 0)
    if (bytes[--n] == (unsigned char)c)
      return (void *)(bytes + n);
  return 0;
}

void *rawmemchr(const void *s, int c) {
  const unsigned char *bytes = s;
  while (*bytes != (unsigned char)c)
    bytes++;
  return (void *)bytes;
}

void *memmem(const void *s, size_t n, const void *part, size_t m) {
  const unsigned char *x = s, *y = part;
  for (size_t i = 0; m <= n && i <= n - m; i++) {
    size_t j = 0;
    while (j < m && x[i + j] == y[j])
      j++;
    if (j == m)
      return (void *)(x + i);
  }
  return 0;
}

void *memfrob(void *s, size_t n) {
  for (size_t i = 0; i < n; i++)
    ((char *)s)[i] ^= 42;
  return s;
}

void swab(const void *from, void *to, long n) {
  const char *f = from;
  char *t = to;
  for (long i = 0; i + 1 < n; i += 2) {
    char first = f[i];
    t[i] = f[i + 1];
    t[i + 1] = first;
  }
}

char *strcasestr(const char *s, const char *part) {
  for (;; s++) {
    size_t i = 0;
    for (; part[i]; i++) {
      char x = s[i], y = part[i];
      if (x >= 'A' && x <= 'Z')
        x += 'a' - 'A';
      if (y >= 'A' && y <= 'Z')
        y += 'a' - 'A';
      if (x != y)
        break;
    }
    if (!part[i])
      return (char *)s;
    if (!*s)
      return 0;
  }
}

size_t strlcpy(char *to, const char *from, size_t size) {
  size_t i = 0;
  for (; from[i]; i++)
    if (i + 1 < size)
      to[i] = from[i];
  if (size > 0)
    to[i < size ? i : size - 1] = 0;
  return i;
}

size_t strlcat(char *to, const char *from, size_t size) {
  size_t end = 0, i = 0;
  while (end < size && to[end])
    end++;
  for (; from[i]; i++)
    if (end + i + 1 < size)
      to[end + i] = from[i];
  if (end < size)
    to[end + i < size ? end + i : size - 1] = 0;
  return end + i;
}

size_t strxfrm(char *to, const char *from, size_t size) {
  size_t i = 0;
  for (; from[i]; i++)
    if (i < size)
      to[i] = from[i];
  if (i < size)
    to[i] = 0;
  return i;
}

/* The token begins behind the separators; the rest behind the one that ends it. */
char *__cairn_strtok(char *s, const char *set, char **rest) {
  size_t i;
  if (!s)
    s = *rest;
  /* glibc: after the last token, and after none, there is no more. */
  if (!s)
    return 0;
  for (; *s; s++) {
    for (i = 0; set[i] && set[i] != *s; i++)
      ;
    if (!set[i])
      break;
  }
  if (!*s) {
    *rest = s;
    return 0;
  }
  char *end = s;
  for (; *end; end++) {
    for (i = 0; set[i] && set[i] != *end; i++)
      ;
    if (set[i])
      break;
  }
  if (*end) {
    *end = 0;
    end++;
  }
  *rest = end;
  return s;
}

char *strtok(char *s, const char *set) {
  static char *rest;
  return __cairn_strtok(s, set, &rest);
}

char *strtok_r(char *s, const char *set, char **rest) { return __cairn_strtok(s, set, rest); }
char *__strtok_r(char *s, const char *set, char **rest) { return __cairn_strtok(s, set, rest); }

char *strsep(char **at, const char *set) {
  char *s = *at;
  if (!s)
    return 0;
  for (char *end = s; *end; end++)
    for (size_t i = 0; set[i]; i++)
      if (*end == set[i]) {
        *end = 0;
        *at = end + 1;
        return s;
      }
  *at = 0;
  return s;
}

/* glibc's order, by its automaton: before any digits, in a number, in a fraction, in leading zeros. */
int strverscmp(const char *a, const char *b) {
  static const unsigned char next[12] = {0, 3, 9, 0, 3, 3, 0, 6, 6, 0, 6, 9};
  /* 2: the difference; 3: the longer number. */
  static const signed char results[36] = {2, 2, 2, 2, 3, 2, 2, 2, 2, 2,  -1, -1, 1, 3, 3, 1,  3, 3,
                                          2, 2, 2, 2, 2, 2, 2, 2, 2, 2,  1,  1,  -1, 2, 2, -1, 2, 2};
  const unsigned char *x = (const unsigned char *)a, *y = (const unsigned char *)b;
  int state = (*x == '0') + (*x >= '0' && *x <= '9'), result;
  while (*x == *y) {
    if (!*x)
      return 0;
    state = next[state];
    x++;
    y++;
    state += (*x == '0') + (*x >= '0' && *x <= '9');
  }
  result = results[state * 3 + (*y == '0') + (*y >= '0' && *y <= '9')];
  if (result == 2)
    return *x - *y;
  if (result != 3)
    return result;
  for (size_t i = 1;; i++) {
    int dx = x[i] >= '0' && x[i] <= '9', dy = y[i] >= '0' && y[i] <= '9';
    if (!dx)
      return dy ? -1 : *x - *y;
    if (!dy)
      return 1;
  }
}

/* The GNU one of <string.h>: what is behind the last slash. */
char *basename(const char *path) {
  const char *last = path;
  for (; *path; path++)
    if (*path == '/')
      last = path + 1;
  return (char *)last;
}

/* Those of POSIX (<libgen.h>), which write into the path. */
char *__xpg_basename(char *path) {
  size_t end = 0, start;
  if (!path || !*path)
    return ".";
  while (path[end])
    end++;
  while (end > 1 && path[end - 1] == '/')
    end--;
  if (end == 1 && path[0] == '/') {
    while (path[end])
      end++;
    return path + end - 1;
  }
  path[end] = 0;
  start = end;
  while (start > 0 && path[start - 1] != '/')
    start--;
  return path + start;
}

char *dirname(char *path) {
  size_t end = 0;
  if (!path || !*path)
    return ".";
  while (path[end])
    end++;
  while (end > 0 && path[end - 1] == '/')
    end--;
  while (end > 0 && path[end - 1] != '/')
    end--;
  if (end == 0 && path[0] != '/')
    return ".";
  while (end > 1 && path[end - 1] == '/')
    end--;
  /* Two slashes at the beginning may mean something of their own. */
  if (end <= 1 && path[1] == '/' && path[2] != '/')
    path[2] = 0;
  else
    path[end ? end : 1] = 0;
  return path;
}
