import type { DemoTarget } from '../first-start/demo-target.ts'
import { type DemoCatalogue, demoCatalogue } from './catalogue/demo-catalogue.ts'
import { demoId } from './catalogue/fingerprint.ts'
import { clientLogos } from './logos/client-logos.ts'
import { pictureList, pictureWidths } from './pictures/picture-list.ts'

const folder = '/storage/v1/object/public/product-images/'

/** Writes every row of the demo catalogue, a statement a table; the pictures come from elsewhere. */
export async function seedRows(target: DemoTarget): Promise<void> {
  const catalogue = demoCatalogue()
  await seedVocabulary(target, catalogue)
  await seedProducts(target, catalogue)
  await seedHomePage(target, catalogue)
}

/** Writes rows given as objects; the columns are named and typed as in a `create table`. */
async function insert(
  target: DemoTarget,
  table: string,
  columns: string,
  rows: readonly object[],
): Promise<void> {
  const names = columns.replaceAll(/(\w+) [^,]+/g, '$1')
  await target.query(
    `insert into public.${table} (${names}) select ${names} from json_to_recordset($1::text::json) as row(${columns})`,
    [JSON.stringify(rows)],
  )
}

async function seedVocabulary(target: DemoTarget, catalogue: DemoCatalogue): Promise<void> {
  const named = (kind: string, names: readonly string[]): object[] =>
    names.map((name) => ({ id: demoId(kind, name), name }))
  await insert(target, 'categories', 'id uuid, name text', named('category', catalogue.categories))
  await insert(
    target,
    'subcategories',
    'id uuid, name text',
    named(
      'subcategory',
      catalogue.subcategories.map(({ name }) => name),
    ),
  )
  await insert(
    target,
    'subcategory_categories',
    'subcategory_id uuid, category_id uuid',
    catalogue.subcategories.flatMap(({ name, categories }) =>
      categories.map((category) => ({
        subcategory_id: demoId('subcategory', name),
        category_id: demoId('category', category),
      })),
    ),
  )
  await insert(target, 'industry_tags', 'id uuid, name text', named('industry', catalogue.industries))
  await insert(target, 'doctor_type_tags', 'id uuid, name text', named('doctor type', catalogue.doctorTypes))
  await insert(
    target,
    'themes',
    'id uuid, name text, description text',
    catalogue.themes.map(({ name, description }) => ({ id: demoId('theme', name), name, description })),
  )
}

async function seedProducts(target: DemoTarget, { products }: DemoCatalogue): Promise<void> {
  const colours = new Map(pictureList().map(({ name, colour }) => [name, colour]))
  await insert(
    target,
    'products',
    'id uuid, name text, image_url text, image_widths smallint[], image_colour text, video_url text, category_id uuid, subcategory_id uuid, budget text, is_sample boolean, is_featured boolean, created_at timestamptz',
    products.map((product) => ({
      id: product.id,
      name: product.name,
      image_url: `${folder}${product.image}`,
      image_widths: pictureWidths,
      image_colour: colours.get(product.image),
      video_url: product.video,
      category_id: demoId('category', product.category),
      subcategory_id: demoId('subcategory', product.subcategory),
      budget: product.budget,
      is_sample: product.isSample,
      is_featured: product.isFeatured,
      created_at: product.createdAt.toISOString(),
    })),
  )
  const links = async (
    table: string,
    column: string,
    kind: string,
    tagsOf: (product: (typeof products)[number]) => readonly string[],
  ) =>
    insert(
      target,
      table,
      `product_id uuid, ${column} uuid`,
      products.flatMap((product) =>
        tagsOf(product).map((name) => ({ product_id: product.id, [column]: demoId(kind, name) })),
      ),
    )
  await links('product_industry_tags', 'industry_tag_id', 'industry', (product) => product.industries)
  await links('product_themes', 'theme_id', 'theme', (product) => product.themes)
  await links(
    'product_doctor_type_tags',
    'doctor_type_tag_id',
    'doctor type',
    (product) => product.doctorTypes,
  )
}

async function seedHomePage(target: DemoTarget, { stats }: DemoCatalogue): Promise<void> {
  await insert(
    target,
    'stats_blocks',
    'id uuid, title text, value text, description text, order_index integer',
    stats.map((stat, index) => ({ id: demoId('stat block', stat.title), ...stat, order_index: index + 1 })),
  )
  await insert(
    target,
    'client_logos',
    'id uuid, name text, logo_url text',
    clientLogos.map(({ name, image }) => ({
      id: demoId('client logo', name),
      name,
      logo_url: `${folder}${image}`,
    })),
  )
}
