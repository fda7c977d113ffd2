import { readFile } from 'node:fs/promises'
import { budgetBands } from '@giftwell/shared/catalogue/budget.ts'
import { z } from 'zod'

const dataFolder = new URL('../data/', import.meta.url)

/** An image's object name in the bucket `product-images`. */
const image = z.string().regex(/^\d+\.webp$/)

const productSchema = z.strictObject({
  name: z.string(),
  image,
  category: z.string(),
  subcategory: z.string(),
  budget: z.enum(budgetBands),
  industries: z.array(z.string()),
  themes: z.array(z.string()),
  doctorTypes: z.array(z.string()).default([]),
  /** The path of a video of the website. */
  video: z.string().startsWith('/videos/').nullable().default(null),
  /** Whether the home page shows it. */
  featured: z.boolean().default(false),
  /** Whether visitors without an account see it. */
  sample: z.boolean().default(true),
})

const pictureSchema = z.strictObject({
  image,
  /** Shown while the picture loads, as `#rrggbb`. */
  colour: z.string().regex(/^#[\da-f]{6}$/),
  /** The subject of the picture, and its colours. */
  subject: z.string(),
  palette: z.string(),
  /** Whether there are smaller sizes of it. Most of them have few bytes, and are whole in a card. */
  sizes: z.boolean().default(true),
})

const vocabularySchema = z.strictObject({
  /** The subcategories by category; a subcategory may stand under two. */
  categories: z.record(z.string(), z.array(z.string())),
  industries: z.array(z.string()),
  doctorTypes: z.array(z.string()),
  themes: z.array(z.strictObject({ name: z.string(), description: z.string() })),
  /** The stat blocks of the home page (product.md, section 3). */
  stats: z.array(z.strictObject({ title: z.string(), value: z.string(), description: z.string() })),
  clientLogos: z.array(z.strictObject({ name: z.string(), image })),
  /** Texts by which administrators answer leads. */
  replyTemplates: z.array(z.strictObject({ name: z.string(), body: z.string() })),
  /** The demo's contact details, which say that it is a demo. The name and the texts of product.md stay unchanged. */
  siteSettings: z.strictObject({ contact_email: z.string(), contact_address: z.string() }),
})

/** The demo catalogue as its files in `data/` have it. Products are newest first. */
export interface DemoCatalogue extends z.infer<typeof vocabularySchema> {
  readonly products: readonly z.infer<typeof productSchema>[]
  readonly pictures: readonly z.infer<typeof pictureSchema>[]
}

/**
 * Reads the demo catalogue.
 * @throws when a file does not have its form
 */
export async function readDemoCatalogue(): Promise<DemoCatalogue> {
  const [vocabulary, products, pictures] = await Promise.all(
    ['catalogue.json', 'products.ndjson', 'pictures.ndjson'].map(async (name) =>
      readFile(new URL(name, dataFolder), 'utf8'),
    ),
  )
  return {
    ...vocabularySchema.parse(JSON.parse(vocabulary ?? '')),
    products: z.array(productSchema).parse(parseLines(products)),
    pictures: z.array(pictureSchema).parse(parseLines(pictures)),
  }
}

/** Parses newline-delimited JSON. */
function parseLines(text = ''): unknown[] {
  return text
    .trimEnd()
    .split('\n')
    .map((line): unknown => JSON.parse(line))
}
