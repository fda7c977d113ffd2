import { expect, test } from 'vitest'

import { pageAssets } from './page-assets.ts'
import { pageTemplate } from './page-template.ts'

const built = [
  '<head>',
  '    <title>Giftwell</title>',
  '    <script>first()</script>',
  '    <script type="module" crossorigin src="/assets/index.js"></script>',
  '    <link rel="modulepreload" crossorigin href="/assets/site.js">',
  '    <link rel="stylesheet" crossorigin href="/assets/site.css">',
  '  </head>',
].join('\n')
const assets = { scripts: ['/assets/site.js', '/assets/index.js'], stylesheets: ['/assets/site.css'] }

test('a page waits for nothing but its first script, which is told what to start', () => {
  const page = pageTemplate(built, assets, 'p{color:red}')
  expect(page).toContain('<script data-start="/assets/index.js">first()</script>')
  expect(page).toContain('<style>p{color:red}</style>')
  const withScripts = page.replace(/<noscript>.*?<\/noscript>/s, '')
  expect(withScripts).not.toMatch(/<link rel="(stylesheet|modulepreload)"|type="module"/)
})

test('everything that the page needs later is named in it once', () => {
  const page = pageTemplate(built, assets, '')
  expect(
    [...page.matchAll(/data-rel="(\w+)" crossorigin href="([^"]+)"/g)].map(([, rel, path]) => [rel, path]),
  ).toEqual([
    ['stylesheet', '/assets/site.css'],
    ['modulepreload', '/assets/site.js'],
    ['modulepreload', '/assets/index.js'],
  ])
  expect(page).toContain('<noscript><link rel="stylesheet" href="/assets/site.css"></noscript>')
})

test('a document that begins in another way stops the build', () => {
  expect(() => pageTemplate('<head></head>', assets, '')).toThrow('begins in another way')
})

test('a page’s assets are its own, those of what it imports before them, and of what they share once', () => {
  const manifest = {
    'index.html': { file: 'assets/index.js', imports: ['shared.js'] },
    'page.tsx': {
      file: 'assets/page.js',
      css: ['assets/page.css'],
      imports: ['shared.js'],
      dynamicImports: ['late.tsx'],
    },
    'shared.js': { file: 'assets/shared.js', css: ['assets/shared.css'] },
    'late.tsx': { file: 'assets/late.js', css: ['assets/late.css'] },
  }
  expect(pageAssets(manifest, ['index.html', 'page.tsx'])).toEqual({
    scripts: ['/assets/shared.js', '/assets/index.js', '/assets/page.js'],
    stylesheets: ['/assets/shared.css', '/assets/page.css'],
  })
  expect(() => pageAssets(manifest, ['gone.tsx'])).toThrow('The website has no chunk of gone.tsx')
})
