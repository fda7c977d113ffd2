import { parseJson } from '@giftwell/shared/kernel/parse-json.ts'

import type { PageSource } from './prerendered-page.ts'

/**
 * The day of the terms' last change, as in ISO 8601. Null where the owner has set none, and undefined where the settings cannot be
 * read.
 */
export async function termsChangedOn({ textFor }: PageSource): Promise<string | null | undefined> {
  const text = await textFor('/rest/v1/rpc/site_details').catch(() => null)
  if (text === null) return undefined
  const day: unknown = Object(parseJson(text)).terms_changed_on
  return typeof day === 'string' ? day : null
}
