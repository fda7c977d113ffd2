import { isIPv6 } from 'node:net'
import { publicPath } from '@giftwell/shared/images/image-sizes.ts'
import { parseJson } from '@giftwell/shared/kernel/parse-json.ts'
import { withTimeout } from '@giftwell/shared/kernel/with-timeout.ts'

/** The website's configuration: the URL of its backend and the public keys. */
export interface SiteConfig {
  /** `/` for the website's own origin. */
  readonly supabaseUrl: string
  readonly supabaseKey: string
  /** The site key of Turnstile, when it is on. */
  readonly turnstileSiteKey?: string | undefined
  /** The owner's settings for every page, for pages that are not server-rendered. */
  readonly site?: unknown
}

/** Milliseconds that a configuration waits for the owner's details. */
const timeoutMs = 500

/**
 * Reads the owner's part of the configuration: empty where nothing is set, and the latest while the database does not answer, so that
 * a busy site keeps its name.
 * @param maxAgeMs how long it is not read again
 */
export function createSiteConfig(
  textFor: (pathWithQuery: string) => Promise<string | null>,
  maxAgeMs = 0,
): () => Promise<Pick<SiteConfig, 'site'>> {
  let latest: Pick<SiteConfig, 'site'> = {}
  let readAt = -Infinity
  return async () => {
    if (performance.now() - readAt < maxAgeMs) return latest
    const text = await withTimeout(textFor('/rest/v1/rpc/site_details'), timeoutMs).catch(() => null)
    readAt = performance.now()
    if (text !== null) latest = text === '{}' ? {} : { site: parseJson(text) }
    return latest
  }
}

/** The public settings of a hosted project, with absolute addresses of its pictures. */
export function textInProject({ url, key }: { readonly url: string; readonly key: string }) {
  return async (pathWithQuery: string): Promise<string | null> => {
    const response = await fetch(`${url}${pathWithQuery}`, {
      headers: { apikey: key },
      signal: AbortSignal.timeout(3000),
    })
    return response.ok ? (await response.text()).replaceAll(`"${publicPath}`, `"${url}${publicPath}`) : null
  }
}

/**
 * The configuration of a website that uses this server. Without `SITE_URL` it names no origin: a proxy may replace `Host`,
 * so that only the browser knows it.
 */
export function ownConfig(
  siteUrl: string | null,
  publishableKey: string,
  turnstile: { readonly siteKey: string } | null = null,
): SiteConfig {
  return { supabaseUrl: siteUrl ?? '/', supabaseKey: publishableKey, ...challengeConfig(turnstile) }
}

const ownOriginHeaders = ['x-own-origin', 'sec-fetch-site']

/**
 * The configuration in the response to a request. The website and the desktop app (`X-Own-Origin`) and every browser that
 * sends `Sec-Fetch-Site` know the origin themselves; any other program gets the one that it has requested.
 */
export function configFor(request: Request, config: SiteConfig): SiteConfig {
  if (config.supabaseUrl !== '/' || ownOriginHeaders.some((name) => request.headers.has(name))) return config
  const url = new URL(request.url)
  if (request.headers.get('x-forwarded-proto') === 'https') url.protocol = 'https:'
  return { ...config, supabaseUrl: url.origin }
}

/** Turnstile's part of the configuration; empty when it is off. */
export function challengeConfig(
  turnstile: { readonly siteKey: string } | null,
): Pick<SiteConfig, 'turnstileSiteKey'> {
  return turnstile === null ? {} : { turnstileSiteKey: turnstile.siteKey }
}

/** The response must not be cached: it changes with the settings and the key. */
export function configResponse(config: SiteConfig): Response {
  return Response.json(config, {
    headers: {
      'cache-control': 'no-store',
      vary: ownOriginHeaders.join(', '),
      'access-control-allow-origin': '*',
    },
  })
}

/** The website's origins. */
export interface Site {
  /** The origin of links in e-mails. */
  readonly url: string
  /** Every origin under which a browser may reach the website, including `url`. */
  readonly origins: readonly string[]
}

/**
 * The origins of a server that listens on a port.
 * @param siteUrl the site's public origin, when it is another one
 */
export function siteAt(port: number, siteUrl: string | null = null, host?: string): Site {
  const url = siteUrl ?? listeningOrigin(port, host)
  const other = new URL(url)
  // A local browser may use either name of a loopback port.
  if (other.hostname === '127.0.0.1') other.hostname = 'localhost'
  else if (other.hostname === 'localhost') other.hostname = '127.0.0.1'
  return { url, origins: [...new Set([url, other.origin])] }
}

/** The origin of a server on an address and port; for all addresses the loopback one, for a local browser. */
export function listeningOrigin(port: number, host = '127.0.0.1'): string {
  const isEveryAddress = ['0.0.0.0', '::'].includes(host)
  return `http://${isEveryAddress ? '127.0.0.1' : isIPv6(host) ? `[${host}]` : host}:${port}`
}

/**
 * Restricts the redirect of a link in an e-mail to the site itself, because that page opens signed in. Any other
 * target becomes the home page.
 */
export function redirectTarget(site: Site, requested: string | null | undefined): string {
  if (requested == null || !URL.canParse(requested, site.url)) return site.url
  const target = new URL(requested, site.url)
  if (!site.origins.includes(target.origin) || target.username !== '' || target.password !== '')
    return site.url
  target.hash = ''
  return target.href
}
