import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

const onColours = ['color-contrast', 'link-in-text-block']
const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

const dialog = '[role="dialog"]'
/** What a dialog can break of the page around it, or together with it. */
const aroundDialogs = ['aria-hidden-focus', 'duplicate-id-aria', 'heading-order', 'landmark-unique', 'region']

/** Colours that are still on their way to others are not what people read: the page has to be still. */
async function expectStill(page: Page) {
  await expect
    .poll(() =>
      page.evaluate(() => document.getAnimations().filter(({ playState }) => playState === 'running').length),
    )
    .toBe(0)
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
}

/** Shows the page as it is in the other look, as when the system changes at sunset. */
async function look(page: Page, colorScheme: 'light' | 'dark') {
  await page.emulateMedia({ colorScheme })
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme)
  await expectStill(page)
}

function judge(page: Page): AxeBuilder {
  // No page has frames, whose results would be joined in another page: judging in place takes a third of the time. What
  // is as it should be is not described.
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
 * The page as it is, once it is still, breaks none of the rules in the light look, and none of those on colours in the
 * dark one, which differs in nothing else.
 */
export async function expectNoViolations(page: Page) {
  await look(page, 'light')
  await expectNone(judge(page).withTags(rules), 'in light')
  await look(page, 'dark')
  await expectNone(judge(page).withRules(onColours), 'in dark')
  await look(page, 'light')
}

/**
 * The same of the open dialog, on a page that broke no rule before it opened. Around it only those rules are tried that
 * a dialog can break there: the rows of a table behind it are most of the work, and are as they were.
 */
export async function expectNoViolationsInDialog(page: Page) {
  await look(page, 'light')
  await expectNone(judge(page).include(dialog).withTags(rules), 'in the dialog, in light')
  await expectNone(judge(page).withRules(aroundDialogs), 'around the dialog')
  await look(page, 'dark')
  await expectNone(judge(page).include(dialog).withRules(onColours), 'in the dialog, in dark')
  await look(page, 'light')
}
