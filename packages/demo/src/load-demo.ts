import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { imageWidths } from '@giftwell/shared/images/image-sizes.ts'
import { type DemoCatalogue, readDemoCatalogue } from './demo-catalogue.ts'
import { demoBranding, demoFacts } from './demo-facts.ts'

/** The target of the demo catalogue. */
export interface DemoTarget {
  /** Runs one statement in the caller's transaction. */
  query(sql: string, parameters: readonly unknown[]): Promise<unknown>
  /** Stores an image under its object name in the bucket `product-images`, replacing one of that name. */
  storeImage(name: string, bytes: Uint8Array): Promise<void>
}

/** The pictures with their smaller sizes, and the client logos, by their object names. */
export const imageFolder = new URL('../images/', import.meta.url)

/** The dimensions of a picture; a card shows all of it. */
export const pictureSize = { width: 640, height: 480 } as const

/**
 * Fills an empty database with the demo catalogue, with the same ids, times and order on every machine. GST rates hold since
 * some day before today. The caller commits all rows or none.
 */
export async function loadDemo(target: DemoTarget): Promise<void> {
  const catalogue = await readDemoCatalogue()
  await insertTags(target, catalogue)
  // Once for all rows.
  await target.query('select private.defer_product_search()', [])
  await insertProducts(target, catalogue)
  await target.query(
    'select private.refresh_deferred_product_search(array(select id from public.products))',
    [],
  )
  await insertHomePage(target, catalogue)
  await insert(
    target,
    'public.reply_templates',
    'id uuid, name text, body text',
    catalogue.replyTemplates.map((reply) => ({ id: demoId('reply template', reply.name), ...reply })),
  )
  await target.query('select private.store_demo_records()', [])
  const { contact_email: email, contact_address: address } = catalogue.siteSettings
  // The first administrator has some already.
  await target.query(
    `insert into public.site_settings (contact_email, contact_address) values ($1, $2)
     on conflict (id) do update set contact_email = excluded.contact_email, contact_address = excluded.contact_address`,
    [email, address],
  )
  await storeImages(target)
}

/** Inserts rows given as objects; the columns are named and typed as in a `create table`. */
async function insert(
  target: DemoTarget,
  table: string,
  columns: string,
  rows: readonly object[],
): Promise<void> {
  const names = columns.replaceAll(/(\w+) [^,]+/g, '$1')
  await target.query(
    `insert into ${table} (${names}) select ${names} from json_to_recordset($1::text::json) as row(${columns})`,
    [JSON.stringify(rows)],
  )
}

async function insertTags(target: DemoTarget, catalogue: DemoCatalogue): Promise<void> {
  const named = (kind: string, names: Iterable<string>): object[] =>
    [...names].map((name) => ({ id: demoId(kind, name), name }))
  const links = Object.entries(catalogue.categories).flatMap(([category, subcategories]) =>
    subcategories.map((subcategory) => ({ category, subcategory })),
  )
  const subcategories = new Set(links.map(({ subcategory }) => subcategory))
  await insert(
    target,
    'public.categories',
    'id uuid, name text',
    named('category', Object.keys(catalogue.categories)),
  )
  await insert(target, 'public.subcategories', 'id uuid, name text', named('subcategory', subcategories))
  await insert(
    target,
    'public.subcategory_categories',
    'subcategory_id uuid, category_id uuid',
    links.map(({ category, subcategory }) => ({
      subcategory_id: demoId('subcategory', subcategory),
      category_id: demoId('category', category),
    })),
  )
  await insert(target, 'public.industry_tags', 'id uuid, name text', named('industry', catalogue.industries))
  await insert(
    target,
    'public.doctor_type_tags',
    'id uuid, name text',
    named('doctor type', catalogue.doctorTypes),
  )
  await insert(
    target,
    'public.branding_methods',
    'id uuid, name text',
    named('branding method', demoBranding),
  )
  await insert(
    target,
    'public.themes',
    'id uuid, name text, description text',
    catalogue.themes.map((theme) => ({ id: demoId('theme', theme.name), ...theme })),
  )
}

/** The widths in which a picture is there, ascending. */
export function widthsOf({ sizes }: DemoCatalogue['pictures'][number]): readonly number[] {
  return sizes ? imageWidths(pictureSize) : [pictureSize.width]
}

const newest = Date.UTC(2026, 0, 31, 12)
const millisecondsBetweenProducts = 41 * 60_000

async function insertProducts(target: DemoTarget, { products, pictures }: DemoCatalogue): Promise<void> {
  const pictureOf = new Map(pictures.map((picture) => [picture.image, picture]))
  const bySubject = Map.groupBy(pictures, ({ subject }) => subject)
  const today = new Date()
  const facts = products.map((product, index) => {
    const picture = pictureOf.get(product.image)
    if (picture === undefined) throw new Error(`There is no picture ${product.image}.`)
    const others = (bySubject.get(picture.subject) ?? []).filter((other) => other !== picture)
    const start = index % Math.max(1, others.length)
    const turned = [...others.slice(start), ...others.slice(0, start)]
    return {
      product_id: demoId('product', product.name),
      picture,
      ...demoFacts(product, index, picture, turned, today),
    }
  })
  await insert(
    target,
    'public.products',
    'id uuid, name text, image_url text, image_widths smallint[], image_colour text, video_url text, category_id uuid, subcategory_id uuid, budget text, is_sample boolean, is_featured boolean, created_at timestamptz, code text, description text, material text, length_mm integer, width_mm integer, height_mm integer, capacity_ml integer, weight_g integer, min_quantity integer, lead_days_from smallint, lead_days_to smallint, packaging text, care text, origin text',
    products.map((product, index) => ({
      id: demoId('product', product.name),
      name: product.name,
      image_url: addressOf(product.image),
      image_widths: facts[index] && widthsOf(facts[index].picture),
      image_colour: facts[index]?.picture.colour,
      video_url: product.video,
      category_id: demoId('category', product.category),
      subcategory_id: demoId('subcategory', product.subcategory),
      budget: product.budget,
      is_sample: product.sample,
      is_featured: product.featured,
      created_at: new Date(newest - index * millisecondsBetweenProducts).toISOString(),
      ...facts[index]?.row,
    })),
  )
  await insert(
    target,
    'public.product_pictures',
    'product_id uuid, position smallint, url text, widths smallint[], colour text',
    facts.flatMap(({ product_id, pictures: further }) =>
      further.map((picture, index) => ({
        product_id,
        position: index + 2,
        url: addressOf(picture.image),
        widths: widthsOf(picture),
        colour: picture.colour,
      })),
    ),
  )
  await insert(
    target,
    'public.product_colours',
    'product_id uuid, position smallint, name text, hex text, picture text',
    facts.flatMap(({ product_id, colours }) =>
      colours.map(({ picture, ...colour }, index) => ({
        product_id,
        position: index + 1,
        ...colour,
        picture: addressOf(picture),
      })),
    ),
  )
  await insert(
    target,
    'public.product_branding_methods',
    'product_id uuid, branding_method_id uuid, area text, colours smallint',
    facts.flatMap(({ product_id, methods, area }) =>
      methods.map((method) => ({
        product_id,
        branding_method_id: demoId('branding method', method),
        area,
        colours: method === 'Screen printing' ? 4 : null,
      })),
    ),
  )
  await insert(
    target,
    'public.product_parts',
    'product_id uuid, position smallint, name text, quantity integer',
    facts.flatMap(({ product_id, parts }) =>
      parts.map((part, index) => ({ product_id, position: index + 1, ...part })),
    ),
  )
  await insert(
    target,
    'public.product_terms',
    'product_id uuid, supplier text, supplier_code text, cost_paise bigint, hsn text, gst_rate numeric, gst_rate_from date',
    facts.map(({ product_id, terms }) => ({ product_id, ...terms })),
  )
  await insert(
    target,
    'public.product_price_breaks',
    'product_id uuid, quantity integer, price_paise bigint',
    facts.flatMap(({ product_id, breaks }) => breaks.map((step) => ({ product_id, ...step }))),
  )
  const insertLinks = async (
    table: string,
    column: string,
    kind: string,
    tags: 'industries' | 'themes' | 'doctorTypes',
  ) =>
    insert(
      target,
      table,
      `product_id uuid, ${column} uuid`,
      products.flatMap((product) =>
        product[tags].map((tag) => ({
          product_id: demoId('product', product.name),
          [column]: demoId(kind, tag),
        })),
      ),
    )
  await insertLinks('public.product_industry_tags', 'industry_tag_id', 'industry', 'industries')
  await insertLinks('public.product_themes', 'theme_id', 'theme', 'themes')
  await insertLinks('public.product_doctor_type_tags', 'doctor_type_tag_id', 'doctor type', 'doctorTypes')
}

async function insertHomePage(target: DemoTarget, { stats, clientLogos }: DemoCatalogue): Promise<void> {
  await insert(
    target,
    'public.stats_blocks',
    'id uuid, title text, value text, description text, order_index integer',
    stats.map((stat, index) => ({ id: demoId('stat block', stat.title), ...stat, order_index: index + 1 })),
  )
  await insert(
    target,
    'public.client_logos',
    'id uuid, name text, logo_url text',
    clientLogos.map(({ name, image }) => ({
      id: demoId('client logo', name),
      name,
      logo_url: addressOf(image),
    })),
  )
}

/** Few enough for the open files that a process may have. */
const imagesAtOnce = 50

async function storeImages(target: DemoTarget): Promise<void> {
  const names = await readdir(imageFolder)
  const sizes: number[] = []
  for (let start = 0; start < names.length; start += imagesAtOnce) {
    const batch = names.slice(start, start + imagesAtOnce).map(async (name) => {
      const bytes = await readFile(new URL(name, imageFolder))
      await target.storeImage(name, bytes)
      return bytes.byteLength
    })
    sizes.push(...(await Promise.all(batch)))
  }
  await target.query(
    `insert into storage.objects (bucket_id, name, version, metadata)
     select 'product-images', name, gen_random_uuid()::text, jsonb_build_object(
       'mimetype', 'image/webp', 'size', size, 'contentLength', size, 'cacheControl', 'max-age=31536000', 'demo', true)
     from unnest($1::text[], $2::int[]) as image(name, size)
     on conflict (bucket_id, name) do nothing`,
    [names, sizes],
  )
}

function addressOf(image: string): string {
  return `/storage/v1/object/public/product-images/${image}`
}

const ids = new Map<string, string>()

/** A UUID in the form of version 5 that depends on the kind and the name alone. Cached: tags repeat thousands of times. */
function demoId(kind: string, name: string): string {
  const key = `giftwell demo ${kind}: ${name}`
  const cached = ids.get(key)
  if (cached !== undefined) return cached
  const bytes = createHash('sha1').update(key).digest()
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x50, 6)
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8)
  const id = bytes.toString('hex', 0, 16).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
  ids.set(key, id)
  return id
}
