import { inlineScripts, scriptHashes, securityHeaders } from '../http/security-headers.ts'
import type { SiteConfig } from '../http/site-config.ts'
import type { Checks } from './check.ts'

const pages = ['/', '/catalogue', '/auth/confirm', '/admin', '/admin/login', '/admin/products']
const noPages = ['/no-such-page', '/admin/no-such-page', '/.git/config', '/assets/none.js']

/**
 * Checks the pages and headers of the host that serves the website.
 * @param origin the website's origin
 * @param config its /config.json
 */
export async function checkWebsite(check: Checks, origin: string, config: SiteConfig): Promise<void> {
  const get = async (path: string, method = 'GET') =>
    fetch(`${origin}${path}`, { method, redirect: 'manual', signal: AbortSignal.timeout(30_000) })
  const cacheControl = async (path: string) =>
    (await get(path, 'HEAD')).headers.get('cache-control') ?? 'missing'
  for (const path of pages)
    await check.that(`${path} is a page with the security headers`, async () => {
      const response = await get(path)
      const html = await response.text()
      if (response.status !== 200) return `it is answered with status ${response.status}`
      if (!/^<!doctype html/i.test(html)) return 'it is not a page'
      const wrong = Object.entries(expectedHeaders(origin, config, html)).flatMap(([name, value]) =>
        isHeaderRight(name, response.headers.get(name), value) ? [] : [name],
      )
      return wrong.length === 0 ? null : `missing or different: ${wrong.join(', ')}`
    })
  for (const path of noPages)
    await check.that(`${path} is not found`, async () => {
      for (const method of ['GET', 'HEAD']) {
        const { status } = await get(path, method)
        if (status !== 404) return `${method} is answered with status ${status}`
      }
      return null
    })
  await check.that('hashed files are cached for ever, and config.json is not stored', async () => {
    const asset = /(?:src|href)="(\/assets\/[^"]+)"/.exec(await (await get('/admin')).text())?.[1]
    const cached = asset === undefined ? 'immutable' : await cacheControl(asset)
    if (!cached.includes('immutable')) return `${asset} has cache-control ${cached}`
    const stored = await cacheControl('/config.json')
    return stored.includes('no-store') ? null : `config.json has cache-control ${stored}`
  })
}

function expectedHeaders(origin: string, config: SiteConfig, html: string): Readonly<Record<string, string>> {
  return {
    ...securityHeaders(config.supabaseUrl === '/' ? null : new URL(config.supabaseUrl).origin, {
      hasTurnstile: config.turnstileSiteKey !== undefined,
      scripts: scriptHashes(inlineScripts(html)),
    }),
    ...(origin.startsWith('https:') ? { 'strict-transport-security': 'max-age=31536000' } : {}),
  }
}

/** A policy may allow further scripts of the same build, and a host may ask for TLS for longer. */
function isHeaderRight(name: string, sent: string | null, expected: string): boolean {
  if (sent === null) return false
  if (name === 'strict-transport-security') return /max-age=\d{7,}/.test(sent)
  if (name !== 'content-security-policy') return sent.toLowerCase() === expected.toLowerCase()
  const allowed = sourcesIn(sent)
  return [...sourcesIn(expected)].every(([directive, sources]) => {
    const found = allowed.get(directive)
    return (
      found !== undefined &&
      [...sources].every((source) => found.has(source)) &&
      [...found].every((source) => sources.has(source) || source.startsWith("'sha256-"))
    )
  })
}

function sourcesIn(policy: string): ReadonlyMap<string, ReadonlySet<string>> {
  return new Map(
    policy.split(';').map((part) => {
      const [directive = '', ...sources] = part.trim().split(/\s+/)
      return [directive, new Set(sources)]
    }),
  )
}
