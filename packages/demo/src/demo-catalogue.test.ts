import { readdir, readFile, stat } from 'node:fs/promises'
import { budgetBands } from '@giftwell/shared/catalogue/budget.ts'
import { dimensionsInHeader, kindOfImage } from '@giftwell/shared/images/image-header.ts'
import { sizeName, sizeOf } from '@giftwell/shared/images/image-sizes.ts'
import { describe, expect, it } from 'vitest'
import { readDemoCatalogue } from './demo-catalogue.ts'
import { demoFacts } from './demo-facts.ts'
import { imageFolder, pictureSize, widthsOf } from './load-demo.ts'

const catalogue = await readDemoCatalogue()
const { categories, industries, doctorTypes } = catalogue
const pictureOf = new Map(catalogue.pictures.map((picture) => [picture.image, picture]))
const products = catalogue.products.map((product) => {
  const picture = pictureOf.get(product.image)
  if (picture === undefined) throw new Error(`There is no picture ${product.image}.`)
  return { ...product, picture }
})
const samples = products.filter(({ sample }) => sample)

function counted<Key extends string>(keys: readonly Key[]): Map<Key, number> {
  const counts = new Map<Key, number>()
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1)
  return counts
}

describe('the demo catalogue', () => {
  it('has at least 3,200 samples, and a few products that are none', () => {
    expect(samples.length).toBeGreaterThanOrEqual(3200)
    expect(products.length - samples.length).toBeGreaterThan(5)
  })

  it('gives every product a name of its own', () => {
    expect(new Set(products.map(({ name }) => name.toLowerCase())).size).toBe(products.length)
  })

  it('writes names as a copywriter would', () => {
    const clumsy = /\{|\}|\s{2}|^\s|\s$| ,|\ba [AEIO]| with .* with |(?<!\bof) #?\d+$|undefined/
    expect(products.map(({ name }) => name).filter((name) => clumsy.test(name))).toEqual([])
    expect(products.filter(({ name }) => name.length > 90)).toEqual([])
  })

  it('names no colour that the picture does not show', () => {
    const everyColour = Object.values(paletteColours).flatMap(([colour, otherName]) => [colour, otherName])
    const wrong = products.filter(({ name, picture }) => {
      const claims = name.replaceAll(otherMeanings, '')
      const shown = paletteColours[picture.palette]?.join(' ') ?? ''
      return everyColour.some(
        (word) => new RegExp(String.raw`\b${word}\b`).test(claims) && !shown.includes(word),
      )
    })
    expect(wrong.map(({ name, picture }) => `${name} (${picture.palette})`)).toEqual([])
  })

  it('uses all five budget bands, each only where it is plausible', () => {
    const bands = counted(products.map(({ budget }) => budget))
    expect([...bands.keys()].toSorted()).toEqual([...budgetBands].toSorted())
    expect(Math.min(...bands.values())).toBeGreaterThan(150)
    const cheapest = new Set(
      products.filter(({ budget }) => budget === 'Rs.10-100').map(({ picture }) => picture.subject),
    )
    expect([...cheapest].toSorted()).toEqual([
      'calendar',
      'carrier',
      'clipboard',
      'keychain',
      'lanyards',
      'penTrio',
      'pillOrganiser',
      'plannerPad',
      'potli',
      'seedKit',
    ])
    const costly = products.filter(({ picture }) =>
      ['powerBank', 'headphones', 'trolley', 'hamper'].includes(picture.subject),
    )
    expect(costly.filter(({ budget }) => budget === 'Rs.10-100' || budget === 'Rs.100-500')).toEqual([])
  })

  it('files every product under a subcategory that is linked to its category', () => {
    expect(
      products.filter(({ category, subcategory }) => !categories[category]?.includes(subcategory)),
    ).toEqual([])
    for (const [category, subcategories] of Object.entries(categories)) {
      expect(subcategories.length).toBeGreaterThanOrEqual(4)
      expect(subcategories.length).toBeLessThanOrEqual(8)
      for (const subcategory of subcategories) {
        expect(
          samples.filter((each) => each.category === category && each.subcategory === subcategory).length,
          `${category}: ${subcategory}`,
        ).toBeGreaterThan(5)
      }
    }
    const linked = counted(Object.values(categories).flat())
    expect([...linked.values()].filter((count) => count > 1).length).toBeGreaterThanOrEqual(4)
  })

  it('has every tag that a product names, once', () => {
    const themes = catalogue.themes.map(({ name }) => name)
    const unknown = products.filter(
      (each) =>
        each.industries.some((name) => !industries.includes(name)) ||
        each.themes.some((name) => !themes.includes(name)) ||
        each.doctorTypes.some((name) => !doctorTypes.includes(name)),
    )
    expect(unknown).toEqual([])
    for (const names of [industries, themes, doctorTypes])
      expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(names.length)
  })

  it('has one pharmaceutical industry among a dozen or more', () => {
    expect(industries.length).toBeGreaterThanOrEqual(12)
    expect(industries.filter((name) => /pharma/i.test(name))).toEqual(['Pharmaceutical'])
    for (const industry of industries)
      expect(samples.filter((each) => each.industries.includes(industry)).length).toBeGreaterThan(200)
  })

  it('gives doctor types to pharmaceutical products, and to no others', () => {
    const uneven = products.filter(
      (each) => each.industries.includes('Pharmaceutical') !== each.doctorTypes.length > 0,
    )
    expect(uneven).toEqual([])
    expect(doctorTypes.length).toBeGreaterThanOrEqual(10)
    const used = counted(samples.flatMap((each) => [...each.doctorTypes]))
    expect(Math.min(...doctorTypes.map((type) => used.get(type) ?? 0))).toBeGreaterThan(40)
  })

  it('uses every one of a dozen themes, one to three a product', () => {
    expect(catalogue.themes).toHaveLength(12)
    const used = counted(samples.flatMap((each) => [...each.themes]))
    for (const { name } of catalogue.themes) expect(used.get(name), name).toBeGreaterThan(100)
    expect(products.filter(({ themes }) => themes.length < 1 || themes.length > 3)).toEqual([])
  })

  it('has short videos of three pictures, which the website has', async () => {
    const shown = products.filter(({ video }) => video !== null)
    expect(shown.length).toBeGreaterThanOrEqual(18)
    const pictures = Map.groupBy(shown, ({ video }) => video)
    expect(pictures.size).toBe(3)
    for (const [video, each] of pictures) {
      expect(new Set(each.map(({ image }) => image)).size, `pictures of ${video}`).toBe(1)
      const { size } = await stat(new URL(`../../../apps/storefront/public${video}`, import.meta.url))
      expect(size).toBeLessThan(150_000)
    }
  })

  it('features six samples of six kinds', () => {
    const featured = products.filter((each) => each.featured)
    expect(featured).toHaveLength(6)
    expect(featured.every(({ sample }) => sample)).toBe(true)
    expect(featured.every((each) => each.industries.length >= 2)).toBe(true)
    expect(new Set(featured.map(({ picture }) => picture.subject)).size).toBe(6)
    expect(new Set(featured.map(({ picture }) => picture.palette)).size).toBe(6)
  })

  it('shows every picture, and each subject in three palettes or more', () => {
    expect([...new Set(products.map(({ image }) => image))].toSorted()).toEqual(
      [...pictureOf.keys()].toSorted(),
    )
    expect(pictureOf.size).toBe(catalogue.pictures.length)
    for (const [subject, pictures] of Map.groupBy(catalogue.pictures, (picture) => picture.subject)) {
      expect(pictures.length, subject).toBeGreaterThanOrEqual(3)
      expect(new Set(pictures.map(({ palette }) => palette)).size, subject).toBe(pictures.length)
    }
  })
})

describe('the GST rates of the demo catalogue', () => {
  const isoDay = (date: Date) => date.toISOString().slice(0, 10)

  it.each(['2026-01-01', '2028-02-29', '2031-12-31'])(
    'loaded on %s, hold since a day before, and few for more than a year, also half a year later',
    (day) => {
      const today = new Date(`${day}T00:00:00Z`)
      const since = products.map(
        (product, index) => demoFacts(product, index, product.picture, [], today).terms.gst_rate_from,
      )
      expect(since.filter((from) => from > day)).toEqual([])
      const lastChecked = new Date(today)
      lastChecked.setUTCFullYear(today.getUTCFullYear() - 1)
      const old = since.filter((from) => from <= isoDay(lastChecked))
      expect(old.length).toBeGreaterThan(0)
      expect(old.length).toBeLessThan(products.length / 25)
      lastChecked.setUTCMonth(lastChecked.getUTCMonth() + 6, 1)
      expect(since.filter((from) => from < isoDay(lastChecked))).toEqual(old)
    },
  )
})

describe('the images of the demo catalogue', () => {
  const dimensions = new Map([
    ...catalogue.pictures.flatMap((picture) => [
      [picture.image, pictureSize] as const,
      ...widthsOf(picture)
        .slice(0, -1)
        .map((width) => [sizeName(picture.image, width), sizeOf(width)] as const),
    ]),
    ...catalogue.clientLogos.map(({ image }) => [image, { width: 480, height: 160 }] as const),
  ])

  it('are those of every picture in every size and of every logo, and no others', async () => {
    expect((await readdir(imageFolder)).toSorted()).toEqual([...dimensions.keys()].toSorted())
  })

  it('are WebP files of the size that their names claim', async () => {
    for (const [name, expected] of dimensions) {
      const bytes = await readFile(new URL(name, imageFolder))
      expect(kindOfImage(bytes), name).toBe('webp')
      expect(dimensionsInHeader('webp', bytes), name).toEqual(expected)
    }
  })

  const sizesOf = (names: readonly string[]) =>
    Promise.all(names.map(async (name) => (await stat(new URL(name, imageFolder))).size))

  it('have a median of at most 20 KB in the size of a card', async () => {
    const sizes = await sizesOf(
      catalogue.pictures.map((picture) => (picture.sizes ? sizeName(picture.image, 480) : picture.image)),
    )
    expect(sizes.toSorted((a, b) => a - b)[Math.floor(sizes.length / 2)]).toBeLessThanOrEqual(20 * 1024)
  })

  it('have less than 12.5 MB together, and at most 48 KB each', async () => {
    const sizes = await sizesOf([...dimensions.keys()])
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(12.5 * 1024 * 1024)
    expect(Math.max(...sizes)).toBeLessThan(48 * 1024)
  })
})

describe('the order of the demo catalogue', () => {
  const neighboursAlike = (
    list: typeof samples,
    alike: (a: (typeof samples)[number], b: (typeof samples)[number]) => boolean,
  ) => list.filter((each, index) => index > 0 && alike(each, list[index - 1] ?? each)).length

  it('puts different subjects and palettes beside each other', () => {
    expect(neighboursAlike(samples, (a, b) => a.picture.subject === b.picture.subject)).toBe(0)
    expect(neighboursAlike(samples, (a, b) => a.picture.palette === b.picture.palette)).toBe(0)
  })

  it.each(industries)('puts different subjects and palettes beside each other in %s', (industry) => {
    const list = samples.filter((each) => each.industries.includes(industry))
    expect(neighboursAlike(list, (a, b) => a.picture.subject === b.picture.subject)).toBe(0)
    expect(neighboursAlike(list.slice(0, 96), (a, b) => a.picture.palette === b.picture.palette)).toBe(0)
  })

  it('repeats no subject in the preview', () => {
    expect(new Set(samples.slice(0, 12).map(({ picture }) => picture.subject)).size).toBe(12)
  })

  type Test = (product: (typeof samples)[number]) => boolean
  // Not of subcategories: most have fewer pictures than products on a page.
  it.each<readonly [string, Test]>([
    ['the catalogue', () => true],
    ...Object.keys(categories).map((name): [string, Test] => [
      `the category ${name}`,
      ({ category }) => category === name,
    ]),
    ...budgetBands.map((band): [string, Test] => [`the band ${band}`, ({ budget }) => budget === band]),
    ...industries.map((name): [string, Test] => [
      `the industry ${name}`,
      (each) => each.industries.includes(name),
    ]),
    ...catalogue.themes.map(({ name }): [string, Test] => [
      `the theme ${name}`,
      ({ themes }) => themes.includes(name),
    ]),
    ...doctorTypes.map((name): [string, Test] => [
      `the doctor type ${name}`,
      (each) => each.doctorTypes.includes(name),
    ]),
  ])('repeats no picture on a page of 48 of %s', (_name, isShown) => {
    const list = samples.filter(isShown)
    expect(list.length).toBeGreaterThan(40)
    for (let page = 0; page < list.length; page += 48) {
      const looks = list.slice(page, page + 48).map(({ picture }) => `${picture.subject} ${picture.palette}`)
      expect(new Set(looks).size, `page from ${page}`).toBe(looks.length)
    }
  })

  it('shows doctors their own gifts on the first pharmaceutical page', () => {
    const page = samples.filter((each) => each.industries.includes('Pharmaceutical')).slice(0, 12)
    expect(page.filter(({ category }) => category === 'Medical & Conference').length).toBeGreaterThanOrEqual(
      3,
    )
  })
})

describe('the rest of the home page', () => {
  it('has four stat blocks with a number and words of their own', () => {
    expect(catalogue.stats).toHaveLength(4)
    expect(catalogue.stats.every(({ value }) => /\d/.test(value))).toBe(true)
    expect(new Set(catalogue.stats.map(({ description }) => description)).size).toBe(4)
  })

  it('has eight word marks of companies that say they are invented', () => {
    expect(catalogue.clientLogos).toHaveLength(8)
    expect(catalogue.clientLogos.every(({ name }) => name.endsWith('(demo)'))).toBe(true)
  })
})

/** Scents, spices, clay and the pale second colour of every palette do not claim the product's own colour. */
const otherMeanings =
  /with Saffron$|, (Rose|Saffron|Marigold Seeds)$|Rose and Neem|Oudh and Rose|Paan and Rose|for Marigolds|Terracotta (Kulhad|and)|and Cream|Cream and|Ivory Soaps/g

/** What each palette's pictures show: two names of the product's own colour, the second colour, the metal. */
const paletteColours: Readonly<Record<string, readonly [string, string, string, string]>> = {
  aubergine: ['Aubergine', 'Plum', 'Gold', 'Brass'],
  marigold: ['Marigold', 'Saffron', 'Aubergine', 'Brass'],
  teal: ['Teal', 'Peacock', 'Gold', 'Brass'],
  ivory: ['Ivory', 'Cream', 'Tan', 'Brass'],
  brick: ['Brick Red', 'Terracotta', 'Honey', 'Copper'],
  leaf: ['Leaf Green', 'Forest Green', 'Mustard', 'Brass'],
  copper: ['Rust', 'Amber Brown', 'Deep Teal', 'Copper'],
  navy: ['Navy', 'Midnight Blue', 'Amber', 'Silver-Tone'],
  blush: ['Blush', 'Rose', 'Wine', 'Copper'],
  charcoal: ['Charcoal', 'Graphite', 'Amber', 'Silver-Tone'],
  sage: ['Sage', 'Sage Green', 'Rust', 'Brass'],
  sand: ['Sand', 'Beige', 'Slate', 'Brass'],
  olive: ['Olive Green', 'Moss Green', 'Gold', 'Brass'],
  lilac: ['Lilac', 'Mauve', 'Wine', 'Silver-Tone'],
  coral: ['Coral', 'Salmon', 'Deep Teal', 'Copper'],
  sky: ['Sky Blue', 'Powder Blue', 'Amber', 'Silver-Tone'],
}
