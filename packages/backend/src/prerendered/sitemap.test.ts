import { expect, test } from 'vitest'

import { robots, sitemap, sitemapResponse } from './sitemap.ts'

test('the sitemap names the public pages by their whole addresses', () => {
  expect(
    [...sitemap('https://gifts.example').matchAll(/<loc>(.*?)<\/loc>/g)].map((match) => match[1]),
  ).toEqual([
    'https://gifts.example/',
    'https://gifts.example/catalogue',
    'https://gifts.example/catalogue?industry=Pharmaceutical',
    'https://gifts.example/privacy',
    'https://gifts.example/accessibility',
  ])
})

test('the sitemap names the terms, with the day of their last change, where there are some', async () => {
  const answered = async (details: object) => {
    const response = await sitemapResponse(
      new Request('https://gifts.example/sitemap.xml'),
      'https://gifts.example',
      {
        config: { supabaseUrl: '/', supabaseKey: 'publishable' },
        textFor: async (asked) =>
          asked.includes('site_details') ? JSON.stringify(details) : '{"products":[]}',
      },
    )
    return response?.text()
  }
  expect(await answered({ terms_changed_on: '2026-11-05' })).toContain(
    '<url><loc>https://gifts.example/terms</loc><lastmod>2026-11-05</lastmod></url>',
  )
  expect(await answered({})).not.toContain('/terms')
})

test('robots.txt excludes the back office and names the sitemap', () => {
  const text = robots('https://gifts.example')
  expect(text).toContain('Disallow: /admin\n')
  expect(text).toContain('Sitemap: https://gifts.example/sitemap.xml\n')
})
