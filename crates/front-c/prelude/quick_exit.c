/* Functions that run at quick_exit (7.22.4.7). */
void (*__cairn_quick_exit_functions[64])(void);
int __cairn_quick_exit_count;

int at_quick_exit(void (*function)(void)) {
  if (__cairn_quick_exit_count >= 64)
    __cairn_unsupported("more than 64 functions that run at the end of the program");
  __cairn_quick_exit_functions[__cairn_quick_exit_count++] = function;
  return 0;
}

void __cairn_run_quick_exit(int status) {
  while (__cairn_quick_exit_count > 0)
    __cairn_quick_exit_functions[--__cairn_quick_exit_count]();
}
