import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

const onColours = ['color-contrast', 'link-in-text-block']
const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

const dialog = '[role="dialog"]'
/** What a dialog can break of the page around it, or together with it. */
const aroundDialogs = ['aria-hidden-focus', 'duplicate-id-aria', 'heading-order', 'landmark-unique', 'region']

/** Waits for transitions to end: axe would judge their intermediate colours. */
async function expectStill(page: Page) {
  await page.waitForFunction(() => document.getAnimations().every(({ playState }) => playState !== 'running'))
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
}

/** Emulates the colour scheme of the system. */
async function showIn(page: Page, colorScheme: 'light' | 'dark') {
  await page.emulateMedia({ colorScheme })
  await page.waitForFunction(
    (scheme) => document.documentElement.dataset['mantineColorScheme'] === scheme,
    colorScheme,
  )
  await expectStill(page)
}

function judge(page: Page): AxeBuilder {
  // No page has frames, so legacy mode, which takes a third of the time, finds the same.
  return new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] })
}

async function expectNone(axe: AxeBuilder, where: string) {
  const { violations } = await axe.analyze()
  expect(
    violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`),
    where,
  ).toEqual([])
}

/**
 * Expects no violation where the system replaces the colours, and nothing that moves where it asks for that. axe reads
 * the colours of texts as they were before the system replaced them, so the rules on colours are left out.
 */
export async function expectNoViolationsInForcedColours(page: Page) {
  await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' })
  await expectStill(page)
  await expectNone(judge(page).withTags(rules).disableRules(onColours), 'in forced colours')
  await page.emulateMedia({ forcedColors: 'none' })
}

/**
 * Expects no violation of any rule in the light colour scheme, and none of the rules on colours in the dark one, which
 * differs in nothing else.
 */
export async function expectNoViolations(page: Page) {
  await showIn(page, 'light')
  await expectNone(judge(page).withTags(rules), 'in light')
  await showIn(page, 'dark')
  await expectNone(judge(page).withRules(onColours), 'in dark')
  await showIn(page, 'light')
}

/**
 * Expects the same of the open dialog, on a page without violations before it opened. Around it only the rules run that
 * a dialog can break there, since the rows of a table behind it are most of the work.
 */
export async function expectNoViolationsInDialog(page: Page) {
  await showIn(page, 'light')
  await expectNone(judge(page).include(dialog).withTags(rules), 'in the dialog, in light')
  await expectNone(judge(page).withRules(aroundDialogs), 'around the dialog')
  await showIn(page, 'dark')
  await expectNone(judge(page).include(dialog).withRules(onColours), 'in the dialog, in dark')
  await showIn(page, 'light')
}
