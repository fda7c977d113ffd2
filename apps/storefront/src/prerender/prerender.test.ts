import { brand, promiseOf, specifiedClaims } from '@giftwell/shared/kernel/brand.ts'
import { QueryClient } from '@tanstack/react-query'
import { describe, expect, test, vi } from 'vitest'

import { renderedPageId } from '../page/rendered-page.ts'
import { renderNotFound, renderPage } from './prerender.tsx'
import { sampleAnswers } from './sample-answers.ts'

const template =
  '<html><head>\n<link rel="preload" href="/config.json" as="fetch">\n<title>Giftwell</title></head><body>\n<noscript><p class="no-scripts">Scripts</p></noscript><div id="root"><p>Loading...</p></div></body></html>'
const home = { path: '/', template, siteOrigin: null } as const
const catalogue = { path: '/catalogue', template, siteOrigin: null } as const
const source = {
  config: { supabaseUrl: 'http://127.0.0.1:3000', supabaseKey: 'publishable' },
  textFor: (asked: string) =>
    Promise.resolve(JSON.stringify(sampleAnswers[new URL(asked, 'http://x').pathname] ?? null)),
}

describe('the home page before any script', () => {
  test('has each section', async () => {
    const html = await renderPage(home)
    for (const words of [
      'Experience the Art of Corporate Gifting',
      'Trusted by Leading Companies',
      'Our Impact in Numbers',
      'Choose Your Industry',
      'Get Custom Solutions',
      'Request a Quote',
      'All rights reserved',
    ])
      expect(html).toContain(words)
  })

  test('has the links to the catalogue and requests the hero’s picture first', async () => {
    const html = await renderPage(home)
    expect(html).toContain('href="/catalogue?industry=Pharmaceutical"')
    expect(html).toContain('href="/catalogue"')
    const preloads = html.match(/<link rel="preload" [^>]*as="image"[^>]*fetchPriority="high"[^>]*>/g)
    expect(preloads).toEqual([
      expect.stringMatching(/hero-phone\.avif.*media="\(max-width: 40em\)"/),
      expect.stringMatching(/hero\.svg.*media="not all and \(max-width: 40em\)"/),
    ])
  })

  test('has its stats and featured products when the data is given, and requests nothing', async () => {
    const html = await renderPage(home, source)
    expect(html).toContain('10+')
    expect(html).toContain('Featured Products')
    expect(html).not.toContain('data-testid="stat-skeleton"')
    expect(html).not.toContain('/config.json')
  })
})

describe('the catalogue before any script', () => {
  test('is its heading and skeletons', async () => {
    const html = await renderPage(catalogue)
    expect(html).toContain('Product Catalogue</h1>')
    expect(html).toContain('aria-label="Loading products"')
    expect(html).toContain('aria-label="Loading filters"')
    expect(html).toContain('<p class="no-scripts">')
    expect(html).not.toContain('Loading...')
  })

  test('is the anonymous preview when the data is given, its first picture first', async () => {
    const html = await renderPage(catalogue, source)
    expect(html.match(/<article/g)).toHaveLength(12)
    expect(html).toContain('Viewing 12 of 100 products')
    expect(html.match(/<img [^>]*loading="eager"/g)).toHaveLength(1)
    expect(html, 'filters and buttons need scripts').toContain('no-scripts')
  })
})

describe('the catalogue under filters before any script', () => {
  const filtered = { ...catalogue, search: '?industry=Industry&theme=Theme' }

  test('is the preview with the applied filters, in its title, too', async () => {
    const html = await renderPage(filtered, source)
    expect(html.match(/<article/g)).toHaveLength(12)
    expect(html).toContain('aria-label="Remove Industry"')
    expect(html).toContain(`<title>Industry, Theme · Product Catalogue · ${brand.name}</title>`)
    expect(html).toContain('"search":"?industry=Industry&theme=Theme"')
  })

  test('asks for the products under the filters', async () => {
    const asked: string[] = []
    await renderPage(filtered, { ...source, textFor: (path) => (asked.push(path), source.textFor(path)) })
    expect(asked.filter((path) => path.includes('catalogue_page'))).toEqual([
      expect.stringContaining('industry=Industry&theme=Theme'),
    ])
  })

  test('is refused for a value that does not exist, without asking for its products', async () => {
    const asked: string[] = []
    const rendering = renderPage(
      { ...catalogue, search: '?theme=Astrology' },
      { ...source, textFor: (path) => (asked.push(path), source.textFor(path)) },
    )
    await expect(rendering).rejects.toThrow('No such filters')
    expect(asked.join()).not.toContain('catalogue_page')
  })
})

describe('a page of a site that its owner has made their own', () => {
  const own = {
    name: 'Meridian & Sons',
    footer_tagline: 'Gifts with a name',
    colour_primary: '#0b3d2e',
    colour_accent: '#ffd166',
    contact_phone: '+91 22 2345 6789',
  }
  const render = (page: typeof home | typeof catalogue) =>
    renderPage(page, {
      ...source,
      textFor: (asked) =>
        asked.includes('/site_details') ? Promise.resolve(JSON.stringify(own)) : source.textFor(asked),
    })

  test('has its name, words and contact, and the tagline of the hero as ever', async () => {
    const html = await render(home)
    expect(html).toContain('<title>Meridian &amp; Sons · Experience the Art of Corporate Gifting</title>')
    expect(html).toContain('Gifts with a name')
    expect(html).toContain('href="tel:+912223456789"')
    expect(html).not.toContain(brand.name)
  })

  test('has its colours before any script, and brings what the first render repeats', async () => {
    const html = await render(catalogue)
    expect(html).toMatch(/<style id="site-colours">[^<]*--gw-panel:#0b3d2e[^<]*--gw-marigold:#ffd166/)
    expect(html).toContain('[["site_details"],{"name":"Meridian & Sons"')
  })
})

describe('a site with words and a picture of its owner', () => {
  const own = {
    hero_headline: 'Gifts <that> arrive',
    hero_text: 'Packed in Pune.',
    hero_image_url: '/storage/v1/object/public/product-images/7.webp',
    hero_image_alt: 'Boxes',
    contact_phone: '+91 22 2345 6789',
    second_phone: '+91 98765 00000',
    second_phone_label: 'Orders',
    terms_changed_on: '2026-11-05',
  }
  const render = (page: { readonly path: string }) =>
    renderPage(
      { template, siteOrigin: 'https://gifts.example', ...page },
      {
        ...source,
        textFor: (asked) =>
          asked.includes('/site_details') ? Promise.resolve(JSON.stringify(own)) : source.textFor(asked),
      },
    )
  const picture = (size: string) =>
    `http://127.0.0.1:3000/storage/v1/object/public/product-images/7${size}.webp`

  test('has them in the home page before any script, its picture requested first', async () => {
    const html = await render({ path: '/' })
    expect(html).toMatch(/<h1 id="tagline"[^>]*>Gifts &lt;that&gt; arrive<\/h1>/)
    expect(html).toContain('Packed in Pune.')
    expect(html).not.toContain(promiseOf(specifiedClaims))
    const preloads = html.match(/<link rel="preload" [^>]*as="image"[^>]*fetchPriority="high"[^>]*>/g)
    expect(preloads).toEqual([
      expect.stringMatching(/7-480\.webp" as="image" fetchPriority="high" media="\(max-width: 40em\)"/),
      expect.stringMatching(
        /7-960\.webp" as="image" fetchPriority="high" media="not all and \(max-width: 40em\)"/,
      ),
    ])
    expect(html).toContain(`<source media="(max-width: 40em)" srcSet="${picture('-480')}"/>`)
    expect(html).toContain(`<img src="${picture('-960')}" alt="Boxes" width="960" height="720"`)
    expect(html).not.toMatch(/hero[\w-]*\.(svg|avif)/)
  })

  test('shows them where a link is shared', async () => {
    const html = await render({ path: '/' })
    expect(html).toContain('<title>Giftwell · Gifts &lt;that&gt; arrive</title>')
    expect(html).toContain('<meta property="og:description" content="Packed in Pune."/>')
    expect(html).toContain(`<meta property="og:image" content="${picture('')}"/>`)
  })

  test('has both telephone numbers and the terms in the footer of each page', async () => {
    const html = await render({ path: '/catalogue' })
    expect(html).toContain('<a href="tel:+919876500000">+91 98765 00000 (Orders)</a>')
    expect(html).toContain('href="/terms"')
  })

  test('has its terms before any script', async () => {
    const html = await render({ path: '/terms' })
    expect(html).toMatch(/<h1[^>]*>Terms<\/h1>/)
    expect(html).toContain('<time dateTime="2026-11-05">5 November 2026</time>')
    expect(html).toContain('<li>item</li>')
  })
})

test('a site without terms has no link to them', async () => {
  const nothing = {
    ...source,
    textFor: (asked: string) =>
      asked.includes('/site_details') ? Promise.resolve('{}') : source.textFor(asked),
  }
  const html = await renderPage(home, nothing)
  expect(html).not.toContain('/terms')
  expect(html).toContain(brand.tagline)
  expect(html).toContain(promiseOf(specifiedClaims))
})

test('a page of a site without settings has the colours of the theme', async () => {
  expect(await renderPage(home, source)).not.toContain('site-colours')
})

test('every rendering ends its query client, whose timers the build would wait for', async () => {
  const clear = vi.spyOn(QueryClient.prototype, 'clear')
  await renderNotFound()
  await renderPage({ path: '/privacy', template, siteOrigin: null })
  expect(clear).toHaveBeenCalledTimes(2)
})

test('the 404 page without JavaScript says so and leads home', async () => {
  const html = await renderNotFound()
  expect(html).toContain('Oops! Page not found')
  expect(html).toMatch(/<a [^>]*href="\/"[^>]*>Return to Home<\/a>/)
  expect(html).not.toMatch(/<script|<title|<noscript|Loading/)
})

describe('every rendered page', () => {
  test.each([home, catalogue])(
    'at $path has one title, a description and an image of its own',
    async (page) => {
      const html = await renderPage({ ...page, siteOrigin: 'https://gifts.example' })
      expect(html.match(/<title>/g)).toHaveLength(1)
      expect(html).toContain('<meta name="description"')
      expect(html).toContain(`<link rel="canonical" href="https://gifts.example${page.path}"/>`)
      expect(html).toContain('<meta property="og:image" content="https://gifts.example/share.jpg"/>')
    },
  )

  test("of a product has the product's own address and picture, whatever address was asked for", async () => {
    const id = '0f3a2b1c-0000-4000-8000-000000000000'
    const html = await renderPage(
      { path: '/product/another-name-0f3a2b1c0000', template, siteOrigin: 'https://gifts.example' },
      {
        ...source,
        textFor: async (asked) => {
          const answer: unknown = JSON.parse((await source.textFor(asked)) ?? '')
          return JSON.stringify(
            asked.includes('/product_page') ? { ...Object(answer), id, name: 'Copper Bottle' } : answer,
          )
        },
      },
    )
    const address = 'https://gifts.example/product/copper-bottle-0f3a2b1c0000'
    expect(html).toContain(`<meta property="og:url" content="${address}"/>`)
    expect(html).toContain(`<link rel="canonical" href="${address}"/>`)
    expect(html.match(/property="og:url"/g)).toHaveLength(1)
    expect(html).toMatch(/<meta property="og:image" content="https?:[^"]+\.webp"\/>/)
  })

  test('has no canonical address without a site URL, and an image at its own origin', async () => {
    const html = await renderPage(home)
    expect(html).not.toMatch(/canonical|og:url|site\.invalid/)
    expect(html).toContain('<meta property="og:image" content="/share.jpg"/>')
  })

  test.each([home, catalogue])('at $path holds no script but data, as its policy demands', async (page) => {
    for (const html of [await renderPage(page), await renderPage(page, source)])
      for (const [tag] of html.matchAll(/<script[^>]*>/g))
        expect(tag).toMatch(/type="application\/(ld\+)?json"/)
  })

  test('cannot be ended by a name that holds HTML', async () => {
    const html = await renderPage(home, {
      ...source,
      textFor: async (asked) => (await source.textFor(asked)).replaceAll('Product', '</script><b>'),
    })
    const facts = html.slice(html.indexOf(`id="${renderedPageId}">`))
    expect(facts.slice(0, facts.indexOf('</script>'))).toMatch(/\}$/)
    expect(html).not.toContain('<b>')
  })

  test('is refused when an answer is missing', async () => {
    await expect(renderPage(catalogue, { ...source, textFor: () => Promise.resolve(null) })).rejects.toThrow(
      'No answer to',
    )
  })

  test('says the name of the product', async () => {
    expect(await renderPage(catalogue)).toContain(`<title>Product Catalogue · ${brand.name}</title>`)
  })
})
