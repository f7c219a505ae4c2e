int verbose = 1;
