import type { IncomingMessage } from 'node:http'
import { createIsTrusted } from './client-address.ts'

/** The headers that an answer to a request carries, whatever the answer is. */
export type ResponseHeaders = (
  incoming: Pick<IncomingMessage, 'headers' | 'socket'>,
) => Readonly<Record<string, string>>

/** For a year a browser asks this host by TLS alone; other hosts of the same domain are not ours to decide about. */
const transportSecurity = 'max-age=31536000'

/** What the headers depend on. */
export interface ResponseHeadersOptions {
  /** The origin of a hosted project that the website talks to, or null when it talks to this server. */
  readonly hostedOrigin: string | null
  /** The origin under which people reach the site, when it is not the one that the server listens on. */
  readonly siteUrl: string | null
  readonly trustedProxies: readonly string[]
  /** Whether the page shows Cloudflare's check that somebody is a person. */
  readonly hasTurnstile?: boolean
  /** The scripts that stand in the website's documents, as a policy names them. */
  readonly scripts?: readonly string[]
}

/**
 * The headers below, and the promise of TLS where people come by TLS: the site's address says so, or a proxy that is
 * believed does. Anybody else may write `X-Forwarded-Proto`, and a browser would then refuse a site without TLS.
 */
export function createResponseHeaders({
  hostedOrigin,
  siteUrl,
  trustedProxies,
  hasTurnstile = false,
  scripts = [],
}: ResponseHeadersOptions): ResponseHeaders {
  const plain = securityHeaders(hostedOrigin, { hasTurnstile, scripts })
  const secure = { ...plain, 'strict-transport-security': transportSecurity }
  const isTrusted = createIsTrusted(trustedProxies)
  return ({ headers, socket }) => {
    if (siteUrl?.startsWith('https:') === true) return secure
    return headers['x-forwarded-proto'] === 'https' && isTrusted(socket.remoteAddress ?? '') ? secure : plain
  }
}

/**
 * The headers that every answer carries. Scripts come from the site's own files only, but for those of its documents,
 * which are named by what is in them; styles may stand in the page, since the component library writes them there.
 * @param backend the origin of a hosted project that the website talks to, or null when it talks to this server
 * @param options.hasTurnstile whether Cloudflare's check may run in the page: its script, and its frame
 * @param options.scripts the scripts that stand in the website's documents (`scriptHashes`)
 */
export function securityHeaders(
  backend: string | null,
  { hasTurnstile = false, scripts = [] }: Pick<ResponseHeadersOptions, 'hasTurnstile' | 'scripts'> = {},
): Readonly<Record<string, string>> {
  const turnstile = hasTurnstile ? ' https://challenges.cloudflare.com' : ''
  const elsewhere = backend === null ? '' : ` ${backend} ${backend.replace(/^http/, 'ws')}`
  const policy = [
    "default-src 'self'",
    `script-src ${["'self'", ...scripts].join(' ')}${turnstile}`,
    ...(hasTurnstile ? [`frame-src${turnstile}`] : []),
    "style-src 'self' 'unsafe-inline'",
    // Client logos and products may show images from any address that an administrator enters.
    "img-src 'self' data: blob: http: https:",
    "font-src 'self' data:",
    `connect-src 'self'${elsewhere}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ]
  return {
    'content-security-policy': policy.join('; '),
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
  }
}

/** The policy of what was uploaded: opened on its own it can do nothing, and nobody frames it. */
export const storedFilePolicy = "default-src 'none'; frame-ancestors 'none'; sandbox"

/**
 * The same headers as the file `_headers` that Netlify, Cloudflare Pages and others read, for a website that such a
 * host serves and that talks to a hosted project.
 * @param scripts the scripts that stand in the website's documents (`scriptHashes`)
 */
export function staticHostHeaders(scripts: readonly string[]): string {
  const headers = {
    ...securityHeaders('https://*.supabase.co', { scripts }),
    'strict-transport-security': transportSecurity,
  }
  return [
    '/*',
    ...Object.entries(headers).map(([name, value]) => `  ${name}: ${value}`),
    '/assets/*',
    '  cache-control: public, max-age=31536000, immutable',
    '/config.json',
    '  cache-control: no-store',
    '',
  ].join('\n')
}
