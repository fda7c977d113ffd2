import { parseJson } from '../process/parse-json.ts'
import { z } from 'zod'

const bodySchema = z.union([
  z.object({ email: z.string() }),
  // What inserts one row may also be a list of one.
  z.tuple([z.object({ email: z.string() })]).transform(([only]) => only),
])

/**
 * The e-mail address that a JSON body names, without the differences of case and spaces that the services overlook;
 * null when it names none.
 */
export function emailInBody(body: Buffer | null): string | null {
  const named = bodySchema.safeParse(parseJson(body?.toString('utf8'))).data?.email
  if (named === undefined) return null
  const email = named.normalize('NFKC').toLowerCase().replace(/\s+/g, '')
  return email === '' ? null : email
}
