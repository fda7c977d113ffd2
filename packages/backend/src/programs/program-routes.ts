import { budgetBands } from '@giftwell/shared/catalogue/budget.ts'
import { limits as lengths } from '@giftwell/shared/kernel/form-rules.ts'
import { startInIndia } from '@giftwell/shared/kernel/india-time.ts'
import { z } from 'zod'

/** The rights of a key. */
export const scopes = ['read products', 'read leads', 'write products'] as const
export type Scope = (typeof scopes)[number]

/** Where a page ends: the time of its last record's change, and its id. */
const position = z.tuple([z.iso.datetime({ offset: true }), z.uuid()])
export type Position = z.infer<typeof position>

/** The cursor of a page that ends there. */
export function cursorAt(end: Position): string {
  return Buffer.from(JSON.stringify(end)).toString('base64url')
}

const cursor = z
  .string()
  .max(300)
  .transform((text, context): Position => {
    try {
      return position.parse(JSON.parse(Buffer.from(text, 'base64url').toString()))
    } catch {
      context.issues.push({ code: 'custom', input: text, message: 'must be "next" of an earlier answer' })
      return z.NEVER
    }
  })
  .describe('"next" of the answer before.')

/** A day begins at midnight in India, where the site's days do. */
const since = z
  .union(
    [z.iso.datetime({ offset: true }), z.iso.date()],
    'must be a time such as 2026-11-30T09:00:00Z, or a day',
  )
  .refine((text) => Number(text.slice(0, 4)) > 0, 'must be a time such as 2026-11-30T09:00:00Z, or a day')
  .transform((text) => (text.length > 10 ? text : startInIndia(text)))
  .describe('Only records that are new or changed since this time, or since the start of this day in India.')

const size = (most: number, usual: number) =>
  z
    .string()
    .regex(/^[1-9]\d{0,4}$/, `must be a whole number from 1 to ${most}`)
    .transform(Number)
    .refine((count) => count <= most, `must be a whole number from 1 to ${most}`)
    .default(usual)
    .describe(`Number of records, at most ${most}; ${usual} if it is not set.`)

const page = (most: number, usual: number) =>
  z.strictObject({ since: since.optional(), cursor: cursor.optional(), limit: size(most, usual) })
export type PageQuery = z.infer<ReturnType<typeof page>>

const time = z.iso.datetime({ offset: true })
const text = (longest: number) => z.string().max(longest).nullable()
const whole = (most: number) => z.int().min(1).max(most).nullable()
const names = z.array(z.string().max(lengths.name)).max(100)

/** The product fields that a program may write; names of category and tags are those of their lists. */
const writtenFields = {
  name: z.string().min(1).max(lengths.name),
  code: text(lengths.code),
  description: text(lengths.paragraph),
  category: text(lengths.name),
  subcategory: text(lengths.name),
  budget: z.enum(budgetBands).nullable(),
  image_url: text(lengths.url),
  image_alt: text(lengths.fact),
  material: text(lengths.fact),
  length_mm: whole(100_000),
  width_mm: whole(100_000),
  height_mm: whole(100_000),
  capacity_ml: whole(1_000_000),
  weight_g: whole(10_000_000),
  min_quantity: whole(1_000_000),
  lead_days_from: whole(365),
  lead_days_to: whole(365),
  packaging: text(lengths.fact),
  logo_x: whole(100).describe('Where a logo is tried on the picture: its centre from the left, in per cent.'),
  logo_y: whole(100).describe('The same from the top.'),
  logo_width: whole(100).describe('Its width, in per cent of the picture.'),
  care: text(lengths.fact),
  origin: text(lengths.fact),
  is_sample: z.boolean().describe('Whether the catalogue shows it.'),
  is_featured: z.boolean().describe('Whether the home page may show it.'),
  is_brand_reminder: z.boolean(),
  industries: names,
  themes: names,
  doctor_types: names,
}

/** A new product; only the name is required. */
const newProduct = z.strictObject(writtenFields).partial().required({ name: true })
/** What changes of a product; the rest stays. With its version, only while it still has that one. */
const changedProduct = z.strictObject({ ...writtenFields, version: z.int().min(0) }).partial()

/** A product as programs read it. */
export const productSchema = z.strictObject({
  id: z.uuid(),
  version: z.int(),
  created_at: time,
  changed_at: time,
  ...writtenFields,
  video_url: z.string().nullable(),
  branding: z.array(z.string()),
  colours: z.array(z.string()),
  pictures: z.array(z.string()),
})

/** A lead as programs read it. */
export const leadSchema = z.strictObject({
  id: z.uuid(),
  reference: z.string(),
  created_at: time,
  changed_at: time,
  state: z.enum(['new', 'opened', 'in_progress', 'quoted', 'won', 'lost', 'withdrawn', 'spam']),
  assigned_to: z.string().nullable(),
  due_on: z.string().nullable(),
  merged_into: z.uuid().nullable().describe('The lead that this one was merged into.'),
  is_erased: z.boolean().describe('Whether the details of its person were deleted.'),
  name: z.string(),
  company: z.string(),
  email: z.string(),
  phone: z.string(),
  message: z.string().nullable(),
  needed_by: z.string().nullable(),
  budget_per_gift: z.int().nullable().describe('In rupees.'),
  delivery_city: z.string().nullable(),
  wants_branding: z.boolean(),
  source: z.string().nullable(),
  medium: z.string().nullable(),
  campaign: z.string().nullable(),
  referrer: z.string().nullable(),
  landing_page: z.string().nullable(),
  lines: z.array(
    z.strictObject({
      product_id: z.uuid().nullable(),
      name: z.string(),
      quantity: z.int().nullable(),
      note: z.string().nullable(),
      colours: z.array(z.strictObject({ name: z.string(), quantity: z.int().nullable() })).nullable(),
    }),
  ),
})
export type ProgramLead = z.infer<typeof leadSchema>

/** Every error; `field` and `rule` say what is wrong with an input. */
export const errorSchema = z.strictObject({
  error: z.strictObject({
    code: z.string(),
    message: z.string(),
    field: z.string().nullable(),
    rule: z.string().nullable(),
  }),
})

const pageOf = (record: z.ZodType) => z.strictObject({ data: z.array(record), next: z.string().nullable() })

interface ProgramRoute {
  readonly method: 'GET' | 'POST' | 'PATCH'
  /** Below `/api/v1`; `{id}` is an id. */
  readonly path: string
  readonly operation: 'leads' | 'leadsCsv' | 'products' | 'createProduct' | 'changeProduct'
  readonly summary: string
  readonly scope: Scope
  readonly query: z.ZodObject
  readonly body?: z.ZodObject
  readonly status: 200 | 201
  /** Of a JSON answer; without it the answer is CSV. */
  readonly answer?: z.ZodType
}

const noQuery = z.strictObject({})

/** What keys open: the server validates requests by it, and the OpenAPI document and docs/api.md describe it. */
export const programRoutes = [
  {
    method: 'GET',
    path: '/leads',
    operation: 'leads',
    summary: 'Leads that are new or changed, the first changed first.',
    scope: 'read leads',
    query: page(200, 50),
    status: 200,
    answer: pageOf(leadSchema),
  },
  {
    method: 'GET',
    path: '/leads.csv',
    operation: 'leadsCsv',
    summary: 'The same for a spreadsheet. The header Link names the next page where there is one.',
    scope: 'read leads',
    query: page(5000, 5000),
    status: 200,
  },
  {
    method: 'GET',
    path: '/products',
    operation: 'products',
    summary: 'Products that are new or changed, the first changed first.',
    scope: 'read products',
    query: page(200, 50),
    status: 200,
    answer: pageOf(productSchema),
  },
  {
    method: 'POST',
    path: '/products',
    operation: 'createProduct',
    summary: 'A new product.',
    scope: 'write products',
    query: noQuery,
    body: newProduct,
    status: 201,
    answer: productSchema,
  },
  {
    method: 'PATCH',
    path: '/products/{id}',
    operation: 'changeProduct',
    summary: 'Changes a product. Omitted fields stay as they are.',
    scope: 'write products',
    query: noQuery,
    body: changedProduct,
    status: 200,
    answer: productSchema,
  },
] as const satisfies readonly ProgramRoute[]
