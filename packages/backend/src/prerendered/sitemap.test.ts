import { expect, test } from 'vitest'

import { robots, sitemap, sitemapResponse } from './sitemap.ts'

test('the sitemap names the public pages by their whole addresses', () => {
  expect(
    [...sitemap('https://gifts.example').matchAll(/<loc>(.*?)<\/loc>/g)].map((match) => match[1]),
  ).toEqual([
    'https://gifts.example/',
    'https://gifts.example/catalogue',
    'https://gifts.example/privacy',
    'https://gifts.example/accessibility',
  ])
})

async function answered(details: object | null) {
  const request = new Request('https://gifts.example/sitemap.xml')
  const response = await sitemapResponse(request, 'https://gifts.example', {
    config: { supabaseUrl: '/', supabaseKey: 'publishable' },
    async textFor(asked) {
      if (asked.includes('site_details')) return details && JSON.stringify(details)
      return '{"products":[]}'
    },
  })
  if (response === null) throw new Error('It was not answered')
  return { status: response.status, headers: response.headers, text: await response.text() }
}

test('the sitemap names the terms, with the day of their last change, where there are some', async () => {
  expect((await answered({ terms_changed_on: '2026-11-05' })).text).toContain(
    '<url><loc>https://gifts.example/terms</loc><lastmod>2026-11-05</lastmod></url>',
  )
  expect((await answered({})).text).not.toContain('/terms')
})

test('the sitemap names the industry that the home page leads to, where the site has it', async () => {
  const pharma = '<loc>https://gifts.example/catalogue?industry=Pharmaceutical</loc>'
  expect((await answered({})).text, 'the demo has it').toContain(pharma)
  expect((await answered({ own_products: 60, sells_pharma: true })).text).toContain(pharma)
  expect((await answered({ own_products: 60 })).text).not.toContain('industry=')
})

test('a crawler comes back for a sitemap that cannot be read now', async () => {
  const { status, headers } = await answered(null)
  expect([status, headers.get('retry-after'), headers.get('cache-control')]).toEqual([503, '60', 'no-store'])
})

test('robots.txt excludes the back office and names the sitemap', () => {
  const text = robots('https://gifts.example')
  expect(text).toContain('Disallow: /admin\n')
  expect(text).toContain('Sitemap: https://gifts.example/sitemap.xml\n')
})
