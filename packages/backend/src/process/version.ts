import { readFileSync } from 'node:fs'
import { z } from 'zod'

const packageFile = new URL('../../../../package.json', import.meta.url)

/** The running version of Giftwell, such as `0.1.0`. */
export const version: string = z
  .object({ version: z.string() })
  .parse(JSON.parse(readFileSync(packageFile, 'utf8'))).version
