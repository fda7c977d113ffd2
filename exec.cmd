@rem In the scripts of package.json, `exec` hands the process over to Node, so that a signal sent to npm reaches it.
@rem That is a command of POSIX shells. This file gives the same word a meaning on Windows: run what follows.
@%*
