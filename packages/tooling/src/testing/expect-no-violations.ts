import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

import { expect, type Page } from '@playwright/test'
import type axe from 'axe-core'
import type { RunOptions } from 'axe-core'

// Its minified file, less than half of `axe.source`, which every page parses again.
const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const onColours = ['color-contrast', 'link-in-text-block']
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
const everyRule: RunOptions = { runOnly: { type: 'tag', values: tags } }
const rulesOnColours: RunOptions = { runOnly: { type: 'rule', values: onColours } }

const dialog = '[role="dialog"]'
/** What a dialog can break of the page around it, or together with it. */
const aroundDialogs: RunOptions = {
  runOnly: {
    type: 'rule',
    values: ['aria-hidden-focus', 'duplicate-id-aria', 'heading-order', 'landmark-unique', 'region'],
  },
}

/** Waits for transitions to end: axe would judge their intermediate colours. */
async function expectStill(page: Page) {
  await page.waitForFunction(() => document.getAnimations().every(({ playState }) => playState !== 'running'))
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
}

/** Emulates the colour scheme of the system. */
async function showIn(page: Page, colorScheme: 'light' | 'dark') {
  await page.emulateMedia({ colorScheme })
  await page.waitForFunction(
    // The page of a quotation follows the system without Mantine.
    (scheme) => (document.documentElement.dataset['mantineColorScheme'] ?? scheme) === scheme,
    colorScheme,
  )
  await expectStill(page)
}

/** Runs axe in the page, which gets it once. */
async function expectNone(page: Page, options: RunOptions, where: string, within?: string) {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source)
  const found = await page.evaluate(
    async ([context, rules]) => {
      // What the source has put there.
      const { run } = (window as unknown as { readonly axe: typeof axe }).axe
      const { violations } = await run(context ?? document, { ...rules, resultTypes: ['violations'] })
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`)
    },
    [within, options] as const,
  )
  expect(found, where).toEqual([])
}

/**
 * Expects no violation with forced colours, and no animation with reduced motion. axe reads
 * the colours of texts as they were before the system replaced them, so the rules on colours are left out.
 */
export async function expectNoViolationsInForcedColours(page: Page) {
  await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' })
  await expectStill(page)
  const rules = Object.fromEntries(onColours.map((rule) => [rule, { enabled: false }]))
  await expectNone(page, { ...everyRule, rules }, 'in forced colours')
  await page.emulateMedia({ forcedColors: 'none' })
}

/**
 * Expects no violation of any rule in the light colour scheme, and none of the rules on colours in the dark one, which
 * differs in nothing else.
 */
export async function expectNoViolations(page: Page) {
  await showIn(page, 'light')
  await expectNone(page, everyRule, 'in light')
  await showIn(page, 'dark')
  await expectNone(page, rulesOnColours, 'in dark')
  await showIn(page, 'light')
}

/**
 * Expects the same of the open dialog, on a page without violations before it opened. Around it only the rules run that
 * a dialog can break there, since the rows of a table behind it are most of the work.
 */
export async function expectNoViolationsInDialog(page: Page) {
  await showIn(page, 'light')
  await expectNone(page, everyRule, 'in the dialog, in light', dialog)
  await expectNone(page, aroundDialogs, 'around the dialog')
  await showIn(page, 'dark')
  await expectNone(page, rulesOnColours, 'in the dialog, in dark', dialog)
  await showIn(page, 'light')
}
