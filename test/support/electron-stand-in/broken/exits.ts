/** A process that cannot start, like one with a native module for another system or a damaged installation. */
process.stderr.write("Error: libc.so.6: version `GLIBC_2.34' not found\n");
process.exit(7);
