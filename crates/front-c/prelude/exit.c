/* Functions that run when the program ends (7.22.4): the last registered first, whatever registered it. */
void (*__cairn_exit_plain[64])(void);
void (*__cairn_exit_status[64])(int, void *);
void (*__cairn_exit_argument[64])(void *);
void *__cairn_exit_values[64];
int __cairn_exit_count;

int atexit(void (*function)(void)) {
  if (__cairn_exit_count >= 64)
    __cairn_unsupported("more than 64 functions that run at the end of the program");
  __cairn_exit_plain[__cairn_exit_count++] = function;
  return 0;
}

int on_exit(void (*function)(int, void *), void *value) {
  if (__cairn_exit_count >= 64)
    __cairn_unsupported("more than 64 functions that run at the end of the program");
  __cairn_exit_status[__cairn_exit_count] = function;
  __cairn_exit_values[__cairn_exit_count++] = value;
  return 0;
}

int __cxa_atexit(void (*function)(void *), void *value, void *object) {
  if (__cairn_exit_count >= 64)
    __cairn_unsupported("more than 64 functions that run at the end of the program");
  __cairn_exit_argument[__cairn_exit_count] = function;
  __cairn_exit_values[__cairn_exit_count++] = value;
  return 0;
}

void __cairn_run_exit(int status) {
  while (__cairn_exit_count > 0) {
    int last = --__cairn_exit_count;
    if (__cairn_exit_plain[last]) {
      void (*function)(void) = __cairn_exit_plain[last];
      __cairn_exit_plain[last] = 0;
      function();
    } else if (__cairn_exit_status[last]) {
      void (*function)(int, void *) = __cairn_exit_status[last];
      __cairn_exit_status[last] = 0;
      function(status, __cairn_exit_values[last]);
    } else if (__cairn_exit_argument[last]) {
      void (*function)(void *) = __cairn_exit_argument[last];
      __cairn_exit_argument[last] = 0;
      function(__cairn_exit_values[last]);
    }
  }
}
