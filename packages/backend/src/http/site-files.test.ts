import { createHash } from 'node:crypto'
import { mkdir, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { fixtureSite } from '../testing/test-server.ts'
import { sharedFolder } from '../testing/shared-folder.ts'
import { readSite, staticRedirects, type StaticSite } from './site-files.ts'

describe('the built website', () => {
  const temporary = sharedFolder()
  let site: StaticSite
  beforeAll(async () => {
    const folder = await fixtureSite(temporary.path)
    await writeFile(join(temporary.path, 'secret.txt'), 'secret')
    await symlink(join(temporary.path, 'secret.txt'), join(folder, 'link.txt'))
    site = await readSite(folder)
  })
  const get = async (path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Response> =>
    site.respond(new Request(`http://127.0.0.1:3000${path}`, { method, headers }))

  it.each(['/', '/index.html', '/catalogue?industry=Pharmaceutical', '/admin/products'])(
    'the page %s gets the single-page app',
    async (path) => {
      const answer = await get(path)
      expect(answer.status).toBe(200)
      expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8')
      expect(answer.headers.get('cache-control')).toBe('no-cache')
      expect(await answer.text()).toContain('<title>Giftwell</title>')
    },
  )

  it('a page that the browser draws has the site’s name and picture in its head', async () => {
    const headOf = async (details?: object) => {
      const request = new Request('http://127.0.0.1:3000/shortlist')
      return (await site.respond(request, { detailsOf: async () => details ?? {} })).text()
    }
    expect(await headOf()).toContain('<meta property="og:image" content="/share.jpg" />')
    const own = await headOf({ name: 'Gifts & "Co"', logo_url: 'https://images.example/logo.png' })
    expect(own).toContain('<title>Gifts &amp; &quot;Co&quot;</title>')
    expect(own).toContain('<meta property="og:image" content="https://images.example/logo.png" />')
    expect(own).not.toContain('Giftwell')
    expect(await headOf({ name: 'Meridian' })).not.toContain('og:image')
    expect(await headOf({ colour_primary: '#0b3d2e' })).toMatch(
      /<style id="site-colours">.*--gw-brand:#0b3d2e/,
    )
    expect(await headOf()).not.toContain('site-colours')
    expect(await headOf()).toMatch(/<html(?! data-scheme)/)
    expect(await headOf({ colour_scheme: 'light' })).toContain('<html data-scheme="light"')
  })

  const brandFile = async (path: string, details: object) =>
    site.respond(new Request(`http://127.0.0.1:3000${path}`), { detailsOf: async () => details })

  it('a site of a name of its own has its first letter for an icon', async () => {
    const iconOf = async (details: object) => (await brandFile('/favicon.svg', details)).text()
    const icon = await iconOf({ name: '“meridian”', colour_primary: '#123a6b' })
    expect(icon).toMatch(/fill="#123a6b".*>M<\/text>/)
    expect(await iconOf({ name: '<' })).not.toContain('<<')
    expect((await brandFile('/apple-touch-icon.png', { name: 'Meridian' })).status).toBe(404)
    expect((await get('/favicon.svg')).status).toBe(404)
  })

  it('the icon that was made from the logo is that of the site, also on home screens', async () => {
    const icon = '/storage/v1/object/public/product-images/7.png'
    for (const details of [{ name: 'Meridian', icon_url: icon }, { icon_url: icon }]) {
      for (const path of ['/favicon.svg', '/apple-touch-icon.png']) {
        const answer = await brandFile(path, details)
        expect([answer.status, answer.headers.get('location')]).toEqual([302, icon])
        expect(answer.headers.get('cache-control'), 'another logo shows at the next visit').toBe('no-cache')
      }
      const manifest = await brandFile('/manifest.webmanifest', details)
      expect(manifest.headers.get('content-type')).toBe('application/manifest+json')
      expect(await manifest.json()).toMatchObject({
        name: 'name' in details ? 'Meridian' : 'Giftwell',
        icons: [{ src: icon, sizes: '512x512', type: 'image/png' }],
      })
    }
    expect(await (await brandFile('/manifest.webmanifest', { name: 'Meridian' })).json()).toMatchObject({
      short_name: 'Meridian',
      icons: [{ src: '/favicon.svg' }],
    })
  })

  it('a page whose address gives access is neither stored nor named to other sites', async () => {
    for (const path of ['/inquiry/0123456789abcdef', '/privacy/data']) {
      const { headers } = await get(path)
      expect(headers.get('cache-control')).toBe('no-store')
      expect(headers.get('referrer-policy')).toBe('no-referrer')
      expect(headers.get('x-robots-tag')).toBe('noindex')
    }
    expect((await get('/privacy')).headers.get('referrer-policy')).toBeNull()
  })

  it('a product’s page with the key of a shared link is neither stored nor indexed', async () => {
    const { headers } = await get('/product/mug-0123456789ab?share=x')
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('x-robots-tag')).toBe('noindex')
    expect((await get('/product/mug-0123456789ab')).headers.get('x-robots-tag')).toBeNull()
  })

  it.each([
    '/no/such/page',
    '/.git/config',
    '/graphql/v1',
    '/functions/v1/x',
    '/admin/nothing',
    '/catalogue.html/x',
  ])('the unknown path %s gets the single-page app with status 404, to GET and HEAD', async (path) => {
    const etag = (await get(path)).headers.get('etag') ?? ''
    const answer = await get(path, { 'if-none-match': etag })
    expect(answer.status).toBe(404)
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(await answer.text()).toContain('<title>Giftwell</title>')
    const head = await get(path, {}, 'HEAD')
    expect([head.status, await head.text()]).toEqual([404, ''])
  })

  it.each([
    ['/', 'home'],
    ['/catalogue', 'catalogue'],
    ['/catalogue?industry=Pharmaceutical', 'catalogue'],
    ['/catalogue/', 'shell'],
    ['/admin', 'shell'],
    ['/no/such/page', 'not found'],
  ])('a site with prerendered pages serves %s with the document %s', async (path, document) => {
    const folder = await fixtureSite(join(temporary.path, 'prerendered'))
    await mkdir(join(folder, 'app'), { recursive: true })
    await writeFile(join(folder, 'index.html'), 'home')
    await writeFile(join(folder, 'catalogue.html'), 'catalogue')
    await writeFile(join(folder, 'app/index.html'), 'shell')
    await writeFile(join(folder, '404.html'), 'not found')
    const { respond } = await readSite(folder)
    const request = new Request(`http://127.0.0.1:3000${path}`)
    expect(await (await respond(request)).text()).toBe(document)
    const renamed = await respond(request, { detailsOf: async () => ({ name: 'Meridian' }) })
    expect(await renamed.text(), 'the documents of the build have the product’s name').toBe(
      document === 'not found' ? document : 'shell',
    )
  })

  it('browsers may cache hashed assets for ever', async () => {
    const answer = await get('/assets/index-a1b2c3.js')
    expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(answer.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
    expect(await answer.text()).toBe('console.log("plain")')
  })

  it.each([
    ['bytes=0-3', 206, 'User', 'bytes 0-3/13'],
    ['bytes=12-', 206, '*', 'bytes 12-12/13'],
    ['bytes=-2', 206, ' *', 'bytes 11-12/13'],
    ['bytes=5-99', 206, 'agent: *', 'bytes 5-12/13'],
    ['bytes=13-', 416, '', 'bytes */13'],
    ['bytes=0-1,4-5', 200, 'User-agent: *', null],
    ['bytes=5-4', 200, 'User-agent: *', null],
    ['lines=0-1', 200, 'User-agent: *', null],
  ])('the range %j of a file is answered with %i', async (range, status, text, contentRange) => {
    const answer = await get('/robots.txt', { range })
    expect([answer.status, await answer.text()]).toEqual([status, text])
    expect(answer.headers.get('content-range')).toBe(contentRange)
    expect(answer.headers.get('accept-ranges')).toBe('bytes')
  })

  it('a range of another version of a file is answered with the whole file', async () => {
    const answer = await get('/robots.txt', { range: 'bytes=0-3', 'if-range': '"another"' })
    expect(answer.status).toBe(200)
  })

  it.each([
    ['br, gzip', 'br', 'packed by brotli'],
    ['gzip', 'gzip', 'packed by gzip'],
    ['', null, 'console.log("plain")'],
  ])('a compressed asset is served to a client that accepts %j', async (accepts, encoding, text) => {
    const answer = await get('/assets/index-a1b2c3.js', { 'accept-encoding': accepts })
    expect(answer.headers.get('content-encoding')).toBe(encoding)
    expect(answer.headers.get('vary')).toBe('accept-encoding')
    expect(answer.headers.get('content-length')).toBe(String(text.length))
    expect(await answer.text()).toBe(text)
  })

  it.each([
    '/assets/index-old.js',
    '/assets/',
    '/assets/../assets/none.css',
    '/favicon.ico',
    '/no.png',
    '/x.js',
  ])('a missing file %s is 404 without a page', async (path) => {
    const answer = await get(path)
    expect(answer.status).toBe(404)
    expect(await answer.text()).toBe('Not found')
  })

  it.each([
    '/../secret.txt',
    '/..%2fsecret.txt',
    '/%2e%2e/secret.txt',
    '/assets/..%2f..%2fsecret.txt',
    '/link.txt',
    '/%ff',
  ])('a path cannot lead out of the folder: %s', async (path) => {
    const answer = await get(path)
    expect(await answer.text()).not.toContain('secret')
  })

  it('a browser that has the file in its encoding gets 304', async () => {
    const first = await get('/robots.txt')
    const etag = first.headers.get('etag')!
    const again = await get('/robots.txt', { 'if-none-match': `"other", W/${etag}` })
    expect(again.status).toBe(304)
    expect(again.headers.get('etag')).toBe(etag)
    expect(await again.text()).toBe('')
    const packed = await get('/assets/index-a1b2c3.js', { 'accept-encoding': 'br' })
    const plain = await get('/assets/index-a1b2c3.js', { 'if-none-match': packed.headers.get('etag')! })
    expect(plain.status).toBe(200)
  })

  it('HEAD has no body, and other methods are 405', async () => {
    const head = await get('/robots.txt', {}, 'HEAD')
    expect(head.status).toBe(200)
    expect(head.headers.get('content-length')).toBe('13')
    expect(await head.text()).toBe('')
    const post = await get('/', {}, 'POST')
    expect(post.status).toBe(405)
    expect(post.headers.get('allow')).toBe('GET, HEAD')
  })

  it('a rebuild does not change the files of a running server', async () => {
    const folder = await fixtureSite(join(temporary.path, 'second'))
    const begunWith = await readSite(folder)
    await rm(folder, { recursive: true })
    await mkdir(folder)
    const answer = await begunWith.respond(new Request('http://127.0.0.1:3000/assets/index-a1b2c3.js'))
    expect(await answer.text()).toBe('console.log("plain")')
  })

  it('scripts has the inline scripts of documents, without JSON data and files', async () => {
    const folder = await fixtureSite(join(temporary.path, 'third'))
    const data = '<script type="application/json" id="a">{}</script><script src="/a.js"></script>'
    await writeFile(join(folder, 'index.html'), `<script data-start="/b.js">first()</script>${data}`)
    await writeFile(join(folder, '404.html'), `<script>first()</script>${data}`)
    const { scripts } = await readSite(folder)
    const hash = createHash('sha256').update('first()').digest('base64')
    expect(scripts).toEqual([`'sha256-${hash}'`])
  })

  it('a quotation’s page has its data, and is drawn where it can be', async () => {
    const folder = await fixtureSite(join(temporary.path, 'quotation'))
    await mkdir(join(folder, 'q'), { recursive: true })
    const document = (head: string, body: string) =>
      `<html lang="en"><head>${head}</head><body>${body}<script src="/q.js"></script></body>`
    const [config, waits] = [
      '<link rel="preload" href="/config.json" as="fetch">',
      '<noscript>No</noscript>\n<div id="root"><p>Loading...</p></div>',
    ]
    await writeFile(join(folder, 'q', 'index.html'), document(config, waits))
    const { respond } = await readSite(folder)
    const opened = async (html: string | null, details = {}) =>
      (
        await respond(new Request('http://127.0.0.1:3000/q/token'), {
          served: { text: '</script>$&' },
          html,
          detailsOf: async () => details,
        })
      ).text()
    const data = '<script type="application/json" id="served">{"text":"\\u003c/script>$&"}</script>'
    expect(await opened('<h1>$&</h1>')).toBe(document(data, '<div id="root"><h1>$&</h1></div>'))
    expect(await opened(null, { colour_scheme: 'light' })).toContain('<html data-scheme="light" lang="en">')
    expect(await opened(null), 'by the browser, without the server build').toBe(document(data, waits))
  })

  it('readSite rejects a folder without a build in one sentence', async () => {
    await expect(readSite(join(temporary.path, 'none'))).rejects.toThrow(/^The website is not built: .+\.$/)
  })
})

it('on a host of static files every page without a document of its own is the shell, and no other path is', () => {
  const lines = staticRedirects(['/', '/catalogue']).trimEnd().split('\n')
  expect(lines).toContain('/admin /app/ 200')
  expect(lines).toContain('/admin/doctor-types /app/ 200')
  expect(lines, 'a placeholder is any one segment, as hosts read it, too').toContain(
    '/admin/leads/:lead /app/ 200',
  )
  expect(lines).toContain('/product/:product /app/ 200')
  expect(lines, 'a quotation’s is its own').toContain('/q/:token /q/ 200')
  expect(
    lines.filter(
      (line) =>
        !/^\/(?:product\/:product|favourites|account\/(?:inquiries|company)|privacy(?:\/data)?|terms|accessibility|shortlist|compare|inquiry\/(?:sent|:token)|auth\/confirm|q\/:token) |^\/admin(\/[a-z-]+(\/:?[a-z-]+)?)? \/app\/ 200$/.test(
          line,
        ),
    ),
  ).toEqual([])
})
