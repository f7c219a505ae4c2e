# 1 "original.c"
# 1 "<built-in>" 1
# 31 "header.h" 1 3 4
extern int x;
# 2 "original.c" 2
#line 7
#pragma GCC diagnostic ignored "-Wall"
#pragma omp parallel
#ident "x"
#
int y = 1;
  # 9 "name with \"quotes\".c"
%: 10 "digraph.c"
int z = 2;
