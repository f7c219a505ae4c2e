/* Strings and blocks of memory, as the C standard says (7.24), byte by byte. Compiled when called. */
typedef typeof(sizeof 0) size_t;

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
  for (; i < n && from[i]; i++)
    to[i] = from[i];
  for (; i < n; i++)
    to[i] = 0;
  return to;
}

char *stpncpy(char *to, const char *from, size_t n) {
  size_t i = 0, end;
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
  while (a[i] && a[i] == b[i])
    i++;
  return (unsigned char)a[i] - (unsigned char)b[i];
}

int strcoll(const char *a, const char *b) {
  size_t i = 0;
  while (a[i] && a[i] == b[i])
    i++;
  return (unsigned char)a[i] - (unsigned char)b[i];
}

int strncmp(const char *a, const char *b, size_t n) {
  for (size_t i = 0; i < n; i++) {
    if (a[i] != b[i])
      return (unsigned char)a[i] - (unsigned char)b[i];
    if (!a[i])
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
    if (x != y || !x)
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
    if (x != y || !x)
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
    while (part[i] && s[i] == part[i])
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
  __builtin_memcpy(copy, s, n + 1);
  return copy;
}

char *strndup(const char *s, size_t most) {
  size_t n = 0;
  while (n < most && s[n])
    n++;
  char *copy = __builtin_malloc(n + 1);
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
