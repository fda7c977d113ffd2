import type { IncomingMessage } from 'node:http'
import { playerOrigins } from '@giftwell/shared/products/video.ts'
import { privateRoutes } from '@giftwell/shared/kernel/site-routes.ts'
import { createIsTrusted } from './client-address.ts'
import { createHash } from 'node:crypto'

/** The headers of every response to a request. */
export type ResponseHeaders = (
  incoming: Pick<IncomingMessage, 'headers' | 'socket'>,
) => Readonly<Record<string, string>>

/** A year of TLS for this host only: other hosts of the domain may not support it. */
const transportSecurity = 'max-age=31536000'

interface ResponseHeadersOptions {
  /** The origin of the API that `config.json` names; null when it is the website's own. */
  readonly apiOrigin: string | null
  /** The site's public origin, when it is not the one that the server listens on. */
  readonly siteUrl: string | null
  readonly trustedProxies: readonly string[]
  /** Whether the page loads Cloudflare Turnstile. */
  readonly hasTurnstile?: boolean
  /** The hash sources of the website's inline scripts. */
  readonly scripts?: readonly string[]
}

/**
 * The security headers, with HSTS when the site's URL is https or a trusted proxy reports https. `X-Forwarded-Proto` from
 * any other client is ignored: a forged one would make browsers reject a site without TLS.
 */
export function createResponseHeaders({
  apiOrigin,
  siteUrl,
  trustedProxies,
  hasTurnstile = false,
  scripts = [],
}: ResponseHeadersOptions): ResponseHeaders {
  const plain = securityHeaders(apiOrigin, { hasTurnstile, scripts })
  const secure = { ...plain, 'strict-transport-security': transportSecurity }
  const isTrusted = createIsTrusted(trustedProxies)
  return ({ headers, socket }) => {
    if (siteUrl?.startsWith('https:') === true) return secure
    return headers['x-forwarded-proto'] === 'https' && isTrusted(socket.remoteAddress ?? '') ? secure : plain
  }
}

/**
 * The headers of every response. Scripts must be files of the site or match a hash; inline styles are allowed, because
 * the component library writes them.
 * @param backend the origin of the API that `config.json` names; null when it is the website's own
 * @param options.hasTurnstile whether to allow Turnstile's script and frame
 * @param options.scripts the hash sources of the website's inline scripts (`scriptHashes`)
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
    // Of videos, which load on a click.
    `frame-src ${playerOrigins.join(' ')}${turnstile}`,
    "style-src 'self' 'unsafe-inline'",
    // Administrators may enter any URL for the images of client logos and products.
    "img-src 'self' data: blob: http: https:",
    // And for the videos of products.
    "media-src 'self' http: https:",
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

/** The headers of private pages (`privateRoutes`): their addresses give access. */
export const privatePageHeaders = {
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex',
} as const

/** The headers of a product's page that the key of a shared link opens. Players of videos need the referring origin. */
export const sharedPageHeaders = { 'cache-control': 'no-store', 'x-robots-tag': 'noindex' } as const

/** The policy of uploaded files: opened directly, they run nothing and cannot be framed. */
export const storedFilePolicy = "default-src 'none'; frame-ancestors 'none'; sandbox"

/**
 * The same headers as a `_headers` file for static hosts such as Netlify and Cloudflare Pages, for a website that uses a
 * hosted project.
 * @param backend the origin of that project, or null when the website was built without one
 */
export function staticHostHeaders(
  backend: string | null,
  options: Pick<ResponseHeadersOptions, 'hasTurnstile' | 'scripts'>,
): string {
  const headers = {
    ...securityHeaders(backend, options),
    'strict-transport-security': transportSecurity,
  }
  return [
    '/*',
    ...Object.entries(headers).map(([name, value]) => `  ${name}: ${value}`),
    '/assets/*',
    '  cache-control: public, max-age=31536000, immutable',
    ...privateRoutes.flatMap((route) => [
      route.replace(/:\w+/, '*'),
      ...Object.entries(privatePageHeaders).map(([name, value]) => `  ${name}: ${value}`),
    ]),
    '/config.json',
    '  cache-control: no-store',
    '',
  ].join('\n')
}

/** Inline script elements, without JSON data blocks. */
const inlineScript = /<script(?![^>]*(?:\ssrc=|\stype="application\/(?:ld\+)?json"))[^>]*>(.*?)<\/script>/gs

/** The contents of a document's inline scripts. */
export function inlineScripts(html: string): readonly string[] {
  return [...html.matchAll(inlineScript)].map(([, script = '']) => script)
}

/** The hash sources that allow these inline scripts in a content security policy. */
export function scriptHashes(scripts: Iterable<string>): readonly string[] {
  return [...new Set(scripts)].map(
    (script) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  )
}
