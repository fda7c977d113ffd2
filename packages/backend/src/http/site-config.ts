/** The website's configuration: the URL of its backend and the public keys. */
export interface SiteConfig {
  readonly supabaseUrl: string
  readonly supabaseKey: string
  /** The site key of Turnstile, when it is on. */
  readonly turnstileSiteKey?: string
}

/**
 * The configuration of a website that uses this server, under the origin that the browser requested: the page may call
 * no other origin.
 */
export function ownConfig(
  request: Request,
  publishableKey: string,
  turnstile: { readonly siteKey: string } | null = null,
): SiteConfig {
  const url = new URL(request.url)
  // Behind a proxy that terminates TLS the page is https while this server sees http.
  if (request.headers.get('x-forwarded-proto') === 'https') url.protocol = 'https:'
  return { supabaseUrl: url.origin, supabaseKey: publishableKey, ...challengeConfig(turnstile) }
}

/** Turnstile's part of the configuration; empty when it is off. */
export function challengeConfig(
  turnstile: { readonly siteKey: string } | null,
): Pick<SiteConfig, 'turnstileSiteKey'> {
  return turnstile === null ? {} : { turnstileSiteKey: turnstile.siteKey }
}

/** The response must not be cached: it changes with the origin and the key. */
export function configResponse(config: SiteConfig): Response {
  return Response.json(config, {
    headers: { 'cache-control': 'no-store', 'access-control-allow-origin': '*' },
  })
}
