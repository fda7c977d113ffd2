import { writeFile } from 'node:fs/promises'
import { stripVTControlCharacters } from 'node:util'

import { z } from 'zod'

/** The variable that names the file into which a program writes its sum, a `Sum` as JSON. */
export const sumFileVariable = 'GIFTWELL_SUM_FILE'

export const sumSchema = z.object({
  passed: z.int().min(0),
  /** Failed tests, and errors outside of tests such as a file that does not load. */
  failed: z.int().min(0),
  /** The name of each failed test with the first line of its error. */
  failures: z.array(z.string()).default([]),
  /** The name of each skipped test with the reason. */
  skipped: z.array(z.string()),
})

/** How many tests passed, failed and were skipped. */
export type Sum = Readonly<z.infer<typeof sumSchema>>

/** Writes the sum of this program's tests for the suite that runs it; nothing where it was started by hand. */
export async function writeSum(sum: Sum): Promise<void> {
  const file = process.env[sumFileVariable]
  if (file !== undefined) await writeFile(file, JSON.stringify(sum))
}

/** What a failed test says of its error in one line, without the colours of a terminal. */
export function firstLine(message = 'no error is given'): string {
  return stripVTControlCharacters(message).split('\n', 1)[0] ?? ''
}
