import { inlineScripts, scriptHashes } from '../http/inline-scripts.ts'
import { securityHeaders } from '../http/security-headers.ts'
import type { SiteConfig } from '../http/site-config.ts'
import type { Check } from './check.ts'

const section = '3. The website'
const pages = ['/', '/catalogue', '/auth/confirm', '/admin', '/admin/login', '/admin/products']
const noPages = ['/no-such-page', '/admin/no-such-page', '/.git/config', '/assets/none.js']

/**
 * The pages and headers of the host that serves the website.
 * @param origin the website's origin
 * @param config its /config.json
 */
export function websiteChecks(origin: string, config: SiteConfig): Check[] {
  const get = async (path: string, method = 'GET') =>
    fetch(`${origin}${path}`, { method, redirect: 'manual', signal: AbortSignal.timeout(30_000) })
  const pageCheck = (path: string): Check => ({
    name: `${path} is a page with the security headers`,
    section,
    async run() {
      const response = await get(path)
      const html = await response.text()
      if (response.status !== 200) return `it is answered with status ${response.status}`
      if (!/^<!doctype html/i.test(html)) return 'it is no page'
      const expected = expectedHeaders(origin, config, html)
      const wrong = Object.entries(expected).flatMap(([name, value]) =>
        isHeaderRight(name, response.headers.get(name), value) ? [] : [name],
      )
      return wrong.length === 0 ? null : `missing or different: ${wrong.join(', ')}`
    },
  })
  return [
    ...pages.map(pageCheck),
    ...noPages.map(
      (path) =>
        ({
          name: `${path} is not found`,
          section,
          async run() {
            for (const method of ['GET', 'HEAD']) {
              const { status } = await get(path, method)
              if (status !== 404) return `${method} is answered with status ${status}`
            }
            return null
          },
        }) as const,
    ),
    {
      name: 'hashed files are cached for ever, and config.json is not stored',
      section,
      async run() {
        const asset = /(?:src|href)="(\/assets\/[^"]+)"/.exec(await (await get('/admin')).text())?.[1]
        if (asset !== undefined) {
          const cached = (await get(asset, 'HEAD')).headers.get('cache-control') ?? ''
          if (!cached.includes('immutable')) return `${asset} has cache-control ${cached || 'missing'}`
        }
        const stored = (await get('/config.json', 'HEAD')).headers.get('cache-control') ?? ''
        return stored.includes('no-store') ? null : `config.json has cache-control ${stored || 'missing'}`
      },
    },
  ]
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
function isHeaderRight(name: string, found: string | null, expected: string): boolean {
  if (found === null) return false
  if (name === 'strict-transport-security') return /max-age=\d{7,}/.test(found)
  if (name !== 'content-security-policy') return found.toLowerCase() === expected.toLowerCase()
  const sourcesOf = (policy: string) =>
    new Map(
      policy
        .split(';')
        .map((part) => part.trim().split(/\s+/))
        .map(([first = '', ...rest]) => [first, new Set(rest)]),
    )
  const [has, wants] = [sourcesOf(found), sourcesOf(expected)]
  return [...wants].every(([directive, sources]) => {
    const given = has.get(directive)
    if (given === undefined) return false
    const further = [...given].filter((source) => !sources.has(source))
    return (
      [...sources].every((source) => given.has(source)) &&
      further.every((source) => source.startsWith("'sha256-"))
    )
  })
}
