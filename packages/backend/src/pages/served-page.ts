import { createCompressedBody, type SendBody } from '../http/compression.ts'
import type { SiteConfig } from '../http/site-config.ts'

/** Where the data of a page comes from. */
export interface PageSource {
  /** What the browser learns about its backend. */
  readonly config: SiteConfig
  /** The JSON that the API answers to a GET without a session; null when that fails. */
  textFor(pathWithQuery: string): Promise<string | null>
}

/** What a page is rendered with for the browser that requests it. */
export interface PageData extends PageSource {
  /** The origins under which the website is known; for others nothing is rendered. */
  readonly origins: readonly string[]
}

/** A server-rendered page, rendered again when its data has changed. */
export interface ServedPage {
  /** Answers a GET or HEAD; null when the page cannot be rendered for this origin, or not with all of its data. */
  respond(request: Request, data: PageData): Promise<Response | null>
}

/** One rendered document and the responses that it was rendered with. */
interface Rendered {
  readonly send: SendBody
  readonly responses: ReadonlyMap<string, string | null>
}

/** @param render makes the document of the page; throws when it lacks data */
export function createServedPage(render: (source: PageSource) => Promise<string>): ServedPage {
  const rendered = new Map<string, Rendered>()
  const inFlight = new Map<string, Promise<Rendered>>()

  async function renderFor(data: PageData): Promise<Rendered> {
    const responses = new Map<string, string | null>()
    const html = await render({
      config: data.config,
      async textFor(pathWithQuery) {
        const text = await data.textFor(pathWithQuery)
        responses.set(pathWithQuery, text)
        return text
      },
    })
    // A page is sent many times, and each byte delays its paint.
    return { send: createCompressedBody(Buffer.from(html), 'best'), responses }
  }

  /** Concurrent requests share one rendering, unless the data has changed since it began. */
  async function current(data: PageData): Promise<Rendered> {
    const key = JSON.stringify(data.config)
    const others = inFlight.get(key)
    const found = others === undefined ? rendered.get(key) : await others.catch(() => undefined)
    if (found !== undefined && (await isCurrent(found, data))) return found
    const rendering = renderFor(data)
    inFlight.set(key, rendering)
    try {
      const fresh = await rendering
      rendered.set(key, fresh)
      return fresh
    } finally {
      if (inFlight.get(key) === rendering) inFlight.delete(key)
    }
  }

  return {
    async respond(request, data) {
      if (!data.origins.includes(data.config.supabaseUrl)) return null
      let page: Rendered
      try {
        page = await current(data)
      } catch {
        return null // the browser fetches the data itself, and shows where that fails
      }
      return page.send(request, {
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-cache',
        vary: 'accept-encoding',
      })
    },
  }
}

/** The responses come from the cache, so this costs no statement as a rule. */
async function isCurrent({ responses }: Rendered, data: PageData): Promise<boolean> {
  const same = await Promise.all(
    [...responses].map(async ([pathWithQuery, text]) => (await data.textFor(pathWithQuery)) === text),
  )
  return same.every(Boolean)
}
