import { asksNotToBeTracked } from '../page/asks-not-to-be-tracked.ts'

/** What led to a visit, as a lead stores it (product.md, section 7, Leads). */
export interface VisitOrigin {
  readonly source?: string
  readonly medium?: string
  readonly campaign?: string
  /** The host of the page with the link. */
  readonly referrer?: string
  /** The path at which the visit began. */
  readonly landing_page: string
}

/** The click-id parameters of networks. Only the kind is stored, since the value identifies a person. */
const clickIds: Readonly<Record<string, string>> = {
  gclid: 'google',
  gbraid: 'google',
  wbraid: 'google',
  dclid: 'google',
  msclkid: 'bing',
  fbclid: 'facebook',
  igshid: 'instagram',
  li_fat_id: 'linkedin',
  ttclid: 'tiktok',
  twclid: 'x',
}

/** How many pages browsers remember of a tab. */
const fullHistory = 50

/** Reads the origin from a document's address and its referrer. */
export function originOf(address: string, referrer: string): VisitOrigin {
  const { searchParams: params, pathname, host } = new URL(address)
  const [, from] = /^https?:\/\/([^/:?#]+)/i.exec(referrer) ?? []
  const clickId = Object.keys(clickIds).find((name) => params.has(name))
  const given = (name: string) => (params.get(name) === '' ? null : params.get(name))
  const said = {
    source: given('utm_source') ?? (clickId && clickIds[clickId]),
    medium: given('utm_medium') ?? clickId,
    campaign: given('utm_campaign'),
    referrer: new URL(referrer || address).host === host ? undefined : from,
  }
  return { ...Object.fromEntries(Object.entries(said).filter(([, value]) => value)), landing_page: pathname }
}

/**
 * The visit's origin, as the header of an inquiry; undefined if the browser asks not to be tracked. It is read
 * from the document when the inquiry is sent: nothing is stored.
 */
export function originHeader(): string | undefined {
  if (asksNotToBeTracked()) return undefined
  const [loaded] = performance.getEntriesByType('navigation')
  // A link that is pressed before the scripts are there loads another document: the tab's history has the first one.
  const entries = 'navigation' in window ? window.navigation.entries() : []
  // A long one has lost it.
  const first = entries.length < fullHistory ? entries[0]?.url : undefined
  const origin = originOf(first ?? loaded?.name ?? window.location.href, document.referrer)
  // A header has ASCII alone.
  return JSON.stringify(origin).replaceAll(
    /[^ -~]/g,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
