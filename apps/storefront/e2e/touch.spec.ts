import type { Page } from '@playwright/test'

import { expect, test } from './support/giftwell.ts'
import { addToInquiry, cards } from './support/steps.ts'

test.use({ hasTouch: true, isMobile: true, viewport: { width: 360, height: 780 } })

/** The controls smaller than 44 px in any font, except links within a sentence. */
async function smallTargets(page: Page, within = 'body') {
  // Narrower than any font of the machine.
  await page.addStyleTag({ content: '* { letter-spacing: -0.4em !important }' })
  return page.locator(within).evaluateAll((roots) =>
    roots.flatMap((root) =>
      [...root.querySelectorAll<HTMLElement>('a, button, input, textarea, select')].flatMap((control) => {
        // A radio is pressed by its label, too, the links of an industry and a product by their cards, and a field within
        // its edges.
        const card = control.closest('article h3') && control.closest('article')
        const target = card ?? control.closest('label, [data-look], .field') ?? control
        const { width, height, right } = target.getBoundingClientRect()
        const isShown = control.checkVisibility({ visibilityProperty: true }) && width > 1 && right > 0
        const isSmall = width < 44 || height < 43.9
        return isShown && isSmall && !control.closest('p') && !control.closest('[aria-hidden]')
          ? [`${control.ariaLabel ?? control.textContent}: ${width} x ${height}`]
          : []
      }),
    ),
  )
}

test('the first tap on a button submits, also from a field that is wrong', async ({ page }) => {
  await page.goto('/')
  const form = page.locator('form[name=quote]')
  await form.getByRole('textbox', { name: 'Email Address' }).tap()
  await page.keyboard.type('x')
  await form.getByRole('button', { name: 'Request a Quote' }).tap()
  // Said on submit only, as nothing was typed there.
  await expect(form.getByRole('textbox', { name: 'Full Name' })).toBeFocused()
  await expect(form.getByText('Full Name is required')).toBeVisible()
})

test('every control is large enough for touch', async ({ page }) => {
  await page.goto('/')
  expect(await page.evaluate(() => matchMedia('(pointer: coarse)').matches)).toBe(true)
  await page.getByRole('button', { name: 'Open menu' }).click()
  expect(await smallTargets(page)).toEqual([])

  await page.goto('/catalogue?theme=Diwali')
  await expect(cards(page)).toHaveCount(12)
  await addToInquiry(page, 3)
  expect(await smallTargets(page)).toEqual([])
  await page.getByRole('button', { name: 'Show Filters' }).click()
  await expect(page.getByRole('group', { name: 'Theme' })).toBeVisible()
  expect(await smallTargets(page)).toEqual([])
  await page.getByRole('button', { name: 'Hide Filters' }).click()

  await page.getByRole('button', { name: 'Inquiry Basket' }).click()
  await expect(page.getByRole('dialog')).toBeInViewport({ ratio: 1 })
  expect(await smallTargets(page, '[role=dialog]')).toEqual([])
  await page.getByRole('button', { name: 'Close' }).click()

  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page.getByRole('dialog', { name: 'Sign In' })).toBeInViewport({ ratio: 1 })
  expect(await smallTargets(page, '[role=dialog]')).toEqual([])
})

test('the bar of the catalogue sticks below a header that large text makes two lines', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/catalogue')
  await expect(cards(page)).toHaveCount(12)
  await page.addStyleTag({ content: ':root { font-size: 200% }' })
  const header = page.locator('header').first()
  expect(await header.evaluate(({ clientHeight }) => clientHeight)).toBeGreaterThan(100)
  await cards(page).nth(2).scrollIntoViewIfNeeded()
  const button = page.getByRole('button', { name: 'Show Filters' })
  const distance = () =>
    button.evaluate((element) => {
      const bar = element.parentElement?.getBoundingClientRect().top ?? 0
      return Math.round(bar - (document.querySelector('header')?.clientHeight ?? 0))
    })
  await expect.poll(distance).toBe(0)
})
