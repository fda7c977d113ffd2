import { writeFile } from 'node:fs/promises'
import { stripVTControlCharacters } from 'node:util'

/** The variable that names the file into which a program writes its sum, a `Sum` as JSON. */
export const sumFileVariable = 'GIFTWELL_SUM_FILE'

/** How many tests passed, failed and were skipped. */
export interface Sum {
  readonly passed: number
  /** Failed tests, and errors outside of tests such as a file that does not load. */
  readonly failed: number
  /** The name of each failed test with the first line of its error. */
  readonly failures: readonly string[]
  /** The name of each skipped test with the reason. */
  readonly skipped: readonly string[]
  /** The milliseconds of each file of tests. */
  readonly files?: Readonly<Record<string, number>>
}

/** Writes the sum of this program's tests for the suite that runs it; nothing where it was started by hand. */
export async function writeSum(sum: Sum): Promise<void> {
  const file = process.env[sumFileVariable]
  if (file !== undefined) await writeFile(file, JSON.stringify(sum))
}

/** The first line of a failed test's error, without the colours of a terminal. */
export function firstLine(message = 'no error message'): string {
  return stripVTControlCharacters(message).split('\n', 1)[0] ?? ''
}
