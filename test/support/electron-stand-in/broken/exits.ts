/** A process that cannot start: what a native module for another system, or a damaged installation, looks like. */
process.stderr.write("Error: libc.so.6: version `GLIBC_2.34' not found\n");
process.exit(7);
