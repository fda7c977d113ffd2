import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

import { siteFolder } from '@giftwell/tooling/site/build-site.ts'

import { expect, test } from './support/giftwell.ts'

const inlineScripts = (html: string) =>
  [...html.matchAll(/<script((?:(?! src=| type="application\/)[^>])*)>(.*?)<\/script>/gs)].map(
    ([, , text]) => text ?? '',
  )
const named = (script: string) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`
const scriptsOf = (policy = '') => /script-src ([^;]*);/.exec(policy)?.[1]

test('every document begins with the one inline script that its policy allows, here and on a static host', async ({
  request,
}) => {
  const names = await readdir(siteFolder, { recursive: true })
  const documents = names.filter((name) => name.endsWith('.html')).map((name) => join(siteFolder, name))
  expect(documents.length).toBeGreaterThanOrEqual(4)
  const texts = await Promise.all(documents.map((name) => readFile(name, 'utf8')))
  const responses = await Promise.all(
    ['/', '/catalogue', '/admin', '/no/such/page'].map((path) => request.get(path)),
  )
  for (const response of responses) texts.push(await response.text())

  const [allowed, ...others] = new Set(texts.flatMap(inlineScripts).map(named))
  expect(others).toEqual([])
  for (const text of texts) expect(inlineScripts(text)).toHaveLength(1)
  for (const response of responses)
    expect(scriptsOf(response.headers()['content-security-policy'])).toBe(`'self' ${allowed}`)
  expect(scriptsOf(await readFile(join(siteFolder, '_headers'), 'utf8'))).toBe(`'self' ${allowed}`)
})

test('an injected script does not run', async ({ browser, giftwell }) => {
  // A separate context, because the fixture's fails on violations of the policy.
  const page = await browser.newPage()
  await page.goto(giftwell.baseUrl)
  const ran = await page.evaluate(() => {
    const script = document.createElement('script')
    script.textContent = 'document.documentElement.dataset.ran = ""'
    document.head.append(script)
    return 'ran' in document.documentElement.dataset
  })
  expect(ran).toBe(false)
  await page.context().close()
})
