import { budgetBands } from '@giftwell/shared/domain/budget.ts'
import { describe, expect, it } from 'vitest'
import { clientLogos } from '../logos/client-logos.ts'
import { pictureList } from '../pictures/picture-list.ts'
import { demoCatalogue } from './demo-catalogue.ts'
import { categories, doctorTypes, industries } from './vocabulary.ts'
import { words } from './words.ts'

const catalogue = demoCatalogue()
const { products } = catalogue
const samples = products.filter(({ isSample }) => isSample)

function counted<Key extends string>(keys: readonly Key[]): Map<Key, number> {
  const counts = new Map<Key, number>()
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1)
  return counts
}

describe('demoCatalogue', () => {
  it('has at least 3,200 samples, and a few products that are none', () => {
    expect(samples.length).toBeGreaterThanOrEqual(3200)
    expect(products.length - samples.length).toBeGreaterThan(5)
  })

  it('is the same on every run', () => {
    expect(demoCatalogue()).toEqual(catalogue)
  })

  it('gives every product a name and an id of its own', () => {
    expect(new Set(products.map(({ name }) => name.toLowerCase())).size).toBe(products.length)
    expect(new Set(products.map(({ id }) => id)).size).toBe(products.length)
    expect(
      products.filter(
        ({ id }) => !/^[\da-f]{8}-[\da-f]{4}-5[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/.test(id),
      ),
    ).toEqual([])
  })

  it('writes names as a copywriter would', () => {
    const clumsy = /\{|\}|\s{2}|^\s|\s$| ,|\ba [AEIO]| with .* with |(?<!\bof) #?\d+$|undefined/
    expect(products.map(({ name }) => name).filter((name) => clumsy.test(name))).toEqual([])
    expect(products.filter(({ name }) => name.length > 90)).toEqual([])
  })

  it('names no colour that the picture does not show', () => {
    const everyColour = Object.values(words).flatMap(({ colour }) => colour)
    const wrong = products.filter(({ name, palette }) => {
      const claims = name.replaceAll(otherMeanings, '')
      const shown = [...words[palette].colour, words[palette].accent, words[palette].metal].join(' ')
      return everyColour.some(
        (word) => new RegExp(String.raw`${word}`).test(claims) && !shown.includes(word),
      )
    })
    expect(wrong.map(({ name, palette }) => `${name} (${palette})`)).toEqual([])
  })

  it('uses all five budget bands, each only where it is plausible', () => {
    const bands = counted(products.map(({ budget }) => budget))
    expect([...bands.keys()].toSorted()).toEqual([...budgetBands].toSorted())
    expect(Math.min(...bands.values())).toBeGreaterThan(150)
    const cheapest = new Set(
      products.filter(({ budget }) => budget === 'Rs.10-100').map(({ drawing }) => drawing),
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
    const costly = products.filter(({ drawing }) =>
      ['powerBank', 'headphones', 'trolley', 'hamper'].includes(drawing),
    )
    expect(costly.filter(({ budget }) => budget === 'Rs.10-100' || budget === 'Rs.100-500')).toEqual([])
  })

  it('files every product under a subcategory that is linked to its category', () => {
    expect(
      products.filter(
        ({ category, subcategory }) => !(categories[category] as readonly string[]).includes(subcategory),
      ),
    ).toEqual([])
    for (const { name, categories: linked } of catalogue.subcategories) {
      for (const category of linked) {
        expect(
          samples.filter((each) => each.category === category && each.subcategory === name).length,
          `${category}: ${name}`,
        ).toBeGreaterThan(5)
      }
    }
    expect(
      catalogue.subcategories.filter(({ categories: linked }) => linked.length > 1).length,
    ).toBeGreaterThanOrEqual(4)
    for (const linked of Object.values(categories)) {
      expect(linked.length).toBeGreaterThanOrEqual(4)
      expect(linked.length).toBeLessThanOrEqual(8)
    }
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
    for (const { name } of catalogue.themes) expect(used.get(name as never), name).toBeGreaterThan(100)
    expect(products.filter(({ themes }) => themes.length < 1 || themes.length > 3)).toEqual([])
  })

  it('shows a video of about one product in twenty, on a domain that nobody owns', () => {
    const videos = products.flatMap(({ video }) => video ?? [])
    expect(videos.length / products.length).toBeGreaterThan(0.03)
    expect(videos.length / products.length).toBeLessThan(0.07)
    expect(videos.filter((url) => !/^https:\/\/videos\.example\.com\/[\da-z-]+\.mp4$/.test(url))).toEqual([])
  })

  it('features six samples of six kinds', () => {
    const featured = products.filter(({ isFeatured }) => isFeatured)
    expect(featured).toHaveLength(6)
    expect(featured.every(({ isSample }) => isSample)).toBe(true)
    expect(featured.every((each) => each.industries.length >= 2)).toBe(true)
    expect(new Set(featured.map(({ drawing }) => drawing)).size).toBe(6)
    expect(new Set(featured.map(({ palette }) => palette)).size).toBe(6)
  })

  it('is newest first, evenly spaced and in the past', () => {
    const times = products.map(({ createdAt }) => createdAt.getTime())
    expect(times).toEqual(times.toSorted((a, b) => b - a))
    expect(new Set(times).size).toBe(times.length)
    expect(Math.max(...times)).toBeLessThan(Date.UTC(2026, 1, 1))
  })

  it('references exactly the pictures that are rendered', () => {
    const rendered = pictureList().map(({ name }) => name)
    expect(new Set(rendered).size).toBe(rendered.length)
    expect([...new Set(products.map(({ image }) => image))].toSorted()).toEqual(rendered.toSorted())
    const all = [...rendered, ...clientLogos.map(({ image }) => image)]
    expect(new Set(all).size).toBe(all.length)
    expect(all.filter((name) => !/^[0-9]+\.webp$/.test(name))).toEqual([])
  })
})

describe('the order of the demo catalogue', () => {
  const neighboursAlike = (
    list: typeof samples,
    alike: (a: (typeof samples)[number], b: (typeof samples)[number]) => boolean,
  ) => list.filter((each, index) => index > 0 && alike(each, list[index - 1] ?? each)).length

  it('puts different drawings and palettes beside each other', () => {
    expect(neighboursAlike(samples, (a, b) => a.drawing === b.drawing)).toBe(0)
    expect(neighboursAlike(samples, (a, b) => a.palette === b.palette)).toBe(0)
  })

  it.each([...industries])('does so for %s as well', (industry) => {
    const list = samples.filter((each) => each.industries.includes(industry))
    expect(neighboursAlike(list, (a, b) => a.drawing === b.drawing)).toBe(0)
    expect(neighboursAlike(list.slice(0, 96), (a, b) => a.palette === b.palette)).toBe(0)
  })

  it('repeats no drawing in the preview, and no picture on a page of 48', () => {
    expect(new Set(samples.slice(0, 12).map(({ drawing }) => drawing)).size).toBe(12)
    for (let page = 0; page < samples.length; page += 48) {
      const pictures = samples.slice(page, page + 48).map(({ image }) => image)
      expect(new Set(pictures).size, `page from ${page}`).toBe(pictures.length)
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
  it('has four stat blocks that say what they are', () => {
    expect(catalogue.stats).toHaveLength(4)
    expect(
      catalogue.stats.every(({ value, description }) => /\d/.test(value) && /example/i.test(description)),
    ).toBe(true)
  })

  it('has eight word marks of companies that say they are invented', () => {
    expect(clientLogos).toHaveLength(8)
    expect(clientLogos.every(({ name }) => name.endsWith('(demo)'))).toBe(true)
  })
})

/** Scents, spices, clay and the pale second colour of every palette are no claim about the product's own colour. */
const otherMeanings =
  /with Saffron$|, (Rose|Saffron|Marigold Seeds)$|Rose and Neem|Oudh and Rose|Paan and Rose|for Marigolds|Terracotta (Kulhad|and)|and Cream|Cream and|Ivory Soaps/g
