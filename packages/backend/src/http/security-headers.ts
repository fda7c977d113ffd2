/**
 * The headers that every answer carries. Scripts come from the site's own files only; styles may also stand in the
 * page, since the component library writes them there.
 * @param backend the origin of a hosted project that the website talks to, or null when it talks to this server
 */
export function securityHeaders(backend: string | null): Readonly<Record<string, string>> {
  const elsewhere = backend === null ? '' : ` ${backend} ${backend.replace(/^http/, 'ws')}`
  const policy = [
    "default-src 'self'",
    "script-src 'self'",
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
