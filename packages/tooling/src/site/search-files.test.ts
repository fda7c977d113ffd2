import { expect, test } from 'vitest'

import { searchFiles } from './search-files.ts'

test('the sitemap names the public pages by their whole addresses', () => {
  const { 'sitemap.xml': sitemap } = searchFiles('https://gifts.example')
  expect([...(sitemap ?? '').matchAll(/<loc>(.*?)<\/loc>/g)].map((match) => match[1])).toEqual([
    'https://gifts.example/',
    'https://gifts.example/catalogue',
    'https://gifts.example/catalogue?industry=Pharmaceutical',
    'https://gifts.example/privacy',
  ])
})

test('robots.txt excludes the back office and names the sitemap', () => {
  const { 'robots.txt': robots } = searchFiles('https://gifts.example')
  expect(robots).toContain('Disallow: /admin\n')
  expect(robots).toContain('Sitemap: https://gifts.example/sitemap.xml\n')
})
