import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A temporary folder, which is deleted when it is disposed of. */
export const temporaryFolder = async () => mkdtempDisposable(join(tmpdir(), 'giftwell-test-'))
