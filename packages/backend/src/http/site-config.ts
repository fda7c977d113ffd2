/** What the website learns about its backend: where it is, and the key that everybody may know. */
export interface SiteConfig {
  readonly supabaseUrl: string
  readonly supabaseKey: string
  /** The public key of the check that somebody is a person, where the site has one. */
  readonly turnstileSiteKey?: string
}

/**
 * The configuration for a website that talks to the server it came from, under whatever name the browser used: the
 * page may call no other origin.
 */
export function ownConfig(
  request: Request,
  publishableKey: string,
  turnstile: { readonly siteKey: string } | null = null,
): SiteConfig {
  const url = new URL(request.url)
  // Behind a proxy that ends TLS the page is https while this server sees http.
  if (request.headers.get('x-forwarded-proto') === 'https') url.protocol = 'https:'
  return { supabaseUrl: url.origin, supabaseKey: publishableKey, ...challengeConfig(turnstile) }
}

/** What the configuration holds of the check that somebody is a person; nothing while it is off. */
export function challengeConfig(
  turnstile: { readonly siteKey: string } | null,
): Pick<SiteConfig, 'turnstileSiteKey'> {
  return turnstile === null ? {} : { turnstileSiteKey: turnstile.siteKey }
}

/** Nobody keeps the configuration: it changes with the address and the key. */
export function configResponse(config: SiteConfig): Response {
  return Response.json(config, {
    headers: { 'cache-control': 'no-store', 'access-control-allow-origin': '*' },
  })
}
