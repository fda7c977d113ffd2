import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** Colours that are still on their way to others are not what people read: the page has to be still. */
async function expectStill(page: Page) {
  await expect
    .poll(() =>
      page.evaluate(() => document.getAnimations().filter(({ playState }) => playState === 'running').length),
    )
    .toBe(0)
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
}

/** The page as it is, once it is still, breaks none of the rules. */
export async function expectNoViolations(page: Page) {
  await expectStill(page)
  // No page has frames, whose results would be joined in another page: judging in place takes a third of the time.
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().withTags(rules).analyze()
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`)).toEqual(
    [],
  )
}
