/* What of threads there is with one. */
int pthread_once(int *once, void (*function)(void)) {
  /* Within the call itself it would wait for ever. */
  __cairn_assume(*once != 1);
  if (*once != 2) {
    *once = 1;
    function();
    *once = 2;
  }
  return 0;
}

void call_once(int *once, void (*function)(void)) {
  __cairn_assume(*once != 1);
  if (*once != 2) {
    *once = 1;
    function();
    *once = 2;
  }
}

void *__cairn_specific[128];
unsigned __cairn_keys;

int pthread_key_create(unsigned *key, void (*destructor)(void *)) {
  if (__cairn_keys >= 128)
    __cairn_unsupported("more than 128 keys of threads");
  *key = __cairn_keys++;
  return 0;
}

int pthread_key_delete(unsigned key) { return key < __cairn_keys ? 0 : 22; }

int pthread_setspecific(unsigned key, const void *value) {
  if (key >= __cairn_keys)
    return 22;
  __cairn_specific[key] = (void *)value;
  return 0;
}

void *pthread_getspecific(unsigned key) { return key < __cairn_keys ? __cairn_specific[key] : 0; }
