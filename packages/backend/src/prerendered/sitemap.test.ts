import { expect, test } from 'vitest'

import { robots, sitemap } from './sitemap.ts'

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

test('robots.txt excludes the back office and names the sitemap', () => {
  const text = robots('https://gifts.example')
  expect(text).toContain('Disallow: /admin\n')
  expect(text).toContain('Sitemap: https://gifts.example/sitemap.xml\n')
})
