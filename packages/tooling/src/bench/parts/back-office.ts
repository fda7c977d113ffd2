import { fillLargeCatalogue, largeCatalogue } from '../../site/large-catalogue.ts'
import { buildSite } from '../../site/build-site.ts'
import { startTestSite, type TestSite } from '../../site/start-test-site.ts'
import type { BenchPart, Measurement } from '../bench-part.ts'
import { answerToRows } from './back-office/first-rows.ts'
import { signInOver4g, type SignedIn } from './back-office/sign-in.ts'
import { typeInto } from './back-office/typing.ts'
import { onPage, type SlowPage } from './slow-page/open-page.ts'
import { median } from './slow-page/time-to-paint.ts'

const slower = 4
const openings = 5
const lists = [
  { screen: 'Products', answer: '/rest/v1/products', rows: largeCatalogue.products },
  { screen: 'Leads', answer: '/rest/v1/leads', rows: largeCatalogue.leads },
] as const

/** Lists, forms and the way in, with a large catalogue, on a slow processor or a slow network. */
export const backOfficePart: BenchPart = {
  name: 'back-office',
  title: `The back office, ${largeCatalogue.products} products and ${largeCatalogue.leads} leads`,
  async run({ say }) {
    await buildSite({ when: 'stale', say })
    say('filling the database')
    const site = await startTestSite('empty', fillLargeCatalogue)
    try {
      const measurements: Measurement[] = []
      say('signing in over 4G')
      for (const savesData of [true, false]) {
        const seen = await onPage({ url: site.url, say }, (slow) => signIn(slow, site, savesData))
        measurements.push(...ofSigningIn(seen, savesData))
      }
      await onPage({ url: site.url, say }, async (slow) => {
        await signIn(slow, site, false)
        say('opening lists')
        measurements.push(...(await openLists(slow)))
        say('typing')
        measurements.push(...(await type(slow)))
      })
      return measurements
    } finally {
      await site.stop()
    }
  },
}

/** With a browser that is asked to save data nothing is loaded before it is needed: the code comes after signing in. */
async function signIn(slow: SlowPage, { admin }: TestSite, savesData: boolean): Promise<SignedIn> {
  if (savesData) {
    await slow.page.addInitScript(() => {
      Object.defineProperty(navigator, 'connection', { value: { saveData: true } })
    })
  }
  return signInOver4g(slow, admin)
}

function ofSigningIn({ code, whole, scripts, bytes }: SignedIn, savesData: boolean): Measurement[] {
  const when = savesData ? 'nothing loaded ahead' : 'loaded while the password is typed'
  return [
    {
      name: `code of the dashboard after signing in, 4G, ${when}`,
      value: code / 1000,
      unit: 's',
      target: { atMost: 1 },
    },
    { name: `its scripts, ${when}`, value: scripts, unit: 'count' },
    { name: `their size, ${when}`, value: bytes / 1000, unit: 'KB' },
    { name: `sign-in until the counts are shown, 4G, ${when}`, value: whole / 1000, unit: 's' },
  ]
}

async function openLists({ page, slowDown }: SlowPage): Promise<Measurement[]> {
  const measurements: Measurement[] = []
  for (const { screen, answer, rows } of lists) {
    const times: number[] = []
    for (let opening = 0; opening <= openings; opening += 1) {
      await page.goto('/admin')
      await page.getByRole('heading', { name: 'Admin Dashboard' }).waitFor()
      await page.waitForLoadState('networkidle')
      await slowDown(slower)
      const link = page.getByRole('link', { name: screen, exact: true })
      const time = await answerToRows(page, answer, () => link.dispatchEvent('click'))
      // The first one is for the browser to warm up.
      if (opening > 0) times.push(time)
      await slowDown(1)
    }
    measurements.push({
      name: `${screen}, ${rows}: answer until first rows are painted, ${slower} times slower, median of ${openings}`,
      value: median(times),
      unit: 'ms',
      target: { atMost: 300 },
    })
  }
  return measurements
}

async function type({ page, slowDown }: SlowPage): Promise<Measurement[]> {
  const measurements: Measurement[] = []
  await page.goto('/admin/products')
  await page.locator('tbody tr').first().waitFor()
  const search = page.getByRole('searchbox', { name: 'Search products' })
  const name = page.getByRole('dialog').getByRole('textbox', { name: 'Name' })
  for (const { what, field, text } of [
    { what: 'the search', field: search, text: 'brass lamp' },
    { what: 'the product form', field: name, text: 'A lamp of brass with a wooden foot' },
  ]) {
    if (field === name) await page.getByRole('button', { name: 'Add Product' }).click()
    await field.waitFor()
    await page.waitForLoadState('networkidle')
    const quick = await typeInto(page, field, text)
    await field.fill('')
    await page.waitForLoadState('networkidle')
    await slowDown(slower)
    const slow = await typeInto(page, field, text)
    await slowDown(1)
    measurements.push(
      {
        name: `frames dropped while typing into ${what}`,
        value: quick.droppedFrames,
        unit: 'count',
        target: { atMost: 0 },
      },
      {
        name: `slowest key in ${what} until it is painted, ${slower} times slower`,
        value: slow.slowestKey,
        unit: 'ms',
        target: { atMost: 50 },
      },
    )
  }
  return measurements
}
