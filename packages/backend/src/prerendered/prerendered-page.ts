import { recordOf } from '@giftwell/shared/kernel/record-of.ts'
import { type Effort, type SendBody, createCompressedBody } from '../http/file-response.ts'
import type { SiteConfig } from '../http/site-config.ts'
import { withTimeout } from '@giftwell/shared/kernel/with-timeout.ts'
import { parseJson } from '@giftwell/shared/kernel/parse-json.ts'

/** The source of a page's data. */
export interface PageSource {
  /** The configuration that the browser gets. */
  readonly config: SiteConfig
  /** The API's JSON for a GET without a session; null when the request fails. */
  textFor(pathWithQuery: string): Promise<string | null>
}

/** A server-rendered page, cached until its data changes. */
export interface ServedPage {
  /** Handles a GET or HEAD; null when data is missing or takes long. */
  respond(request: Request, data: PageSource): Promise<Response | null>
}

/** A rendered document and the responses that it was rendered from. */
interface Rendered {
  readonly send: SendBody
  readonly responses: ReadonlyMap<string, string | null>
}

/** The page must not wait for a database that another request occupies. */
const maxWaitMs = 800

/**
 * @param render renders the page's document; throws when data is missing
 * @param effort of its compression, `best` by default: a page is mostly sent many times, and its size delays the first
 * paint
 */
export function createServedPage(
  render: (source: PageSource) => Promise<string>,
  effort: Effort = 'best',
): ServedPage {
  let rendered: Rendered | undefined
  let inFlight: Promise<Rendered> | undefined

  async function renderFor(data: PageSource): Promise<Rendered> {
    const responses = new Map<string, string | null>()
    const html = await render({
      config: data.config,
      async textFor(pathWithQuery) {
        const text = await data.textFor(pathWithQuery)
        responses.set(pathWithQuery, text)
        return text
      },
    })
    return { send: createCompressedBody(Buffer.from(html), effort), responses }
  }

  /** Concurrent requests share one render, unless the data changed after it began. */
  async function current(data: PageSource): Promise<Rendered> {
    const found = inFlight === undefined ? rendered : await inFlight.catch(() => undefined)
    if (found !== undefined && (await isCurrent(found, data))) return found
    const rendering = renderFor(data)
    inFlight = rendering
    try {
      rendered = await rendering
      return rendered
    } finally {
      if (inFlight === rendering) inFlight = undefined
    }
  }

  return {
    async respond(request, data) {
      let page: Rendered
      try {
        page = await withTimeout(current(data), maxWaitMs)
      } catch {
        return null // the browser fetches the data itself and shows the error
      }
      return page.send(request, {
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-cache',
        vary: 'accept-encoding',
      })
    },
  }
}

/** Usually without a statement, because the responses are cached. */
async function isCurrent({ responses }: Rendered, data: PageSource): Promise<boolean> {
  const same = await Promise.all(
    [...responses].map(async ([pathWithQuery, text]) => (await data.textFor(pathWithQuery)) === text),
  )
  return same.every(Boolean)
}

/**
 * The day of the terms' last change, as in ISO 8601. Null where the owner has set none, and undefined where the settings cannot be
 * read.
 */
export async function termsChangedOn({ textFor }: PageSource): Promise<string | null | undefined> {
  const text = await textFor('/rest/v1/rpc/site_details').catch(() => null)
  if (text === null) return undefined
  const day: unknown = recordOf(parseJson(text))['terms_changed_on']
  return typeof day === 'string' ? day : null
}
