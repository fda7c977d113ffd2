import { randomUUID } from 'node:crypto'
import { exportProducts } from '@giftwell/back-office/import/export-products.ts'
import { findHead, matchColumns } from '@giftwell/back-office/import/import-columns.ts'
import { toRecords } from '@giftwell/back-office/import/import-format.ts'
import { newNames } from '@giftwell/back-office/import/new-names.ts'
import { collectPictures } from '@giftwell/back-office/import/pictures.ts'
import { readSheet } from '@giftwell/back-office/import/read-table.ts'
import type { Backend } from '@giftwell/shared/kernel/backend.ts'
import { checkRows, storeImport } from '@giftwell/back-office/import/product-import.ts'
import { expect, it } from 'vitest'
import { backOffice, runStoredImport } from './testing/import-client.ts'
import { pngPicture } from './testing/picture.ts'
import { startTestServer } from './testing/test-server.ts'

/** Creates records with odd names, and gives their ids. */
async function createNamed(
  backend: Backend,
  table: 'categories' | 'industry_tags' | 'themes' | 'branding_methods',
  names: string[],
) {
  const rest = await backend.loadRest()
  const { data, error } = await rest
    .from(table)
    .insert(names.map((name) => ({ name })))
    .select('id, name')
  if (error !== null) throw error
  return names.map((wanted) => data.find(({ name }) => name === wanted)?.id ?? '')
}

const ownPicture = '/storage/v1/object/public/product-images/0.123.png'

/** A catalogue of everything that a file could spoil. */
async function fillCatalogue(backend: Backend): Promise<void> {
  const rest = await backend.loadRest()
  const [bags, drinks] = await createNamed(backend, 'categories', ['Bags, boxes; "more"', '=Getränke 🍵'])
  const industries = await createNamed(backend, 'industry_tags', [
    'Pharmaceutical',
    'R;D',
    'Ends;',
    '-10%',
    'Ünïcode',
  ])
  const themes = await createNamed(backend, 'themes', ['two\nlines', '@home', "'quoted'", 'दिवाली'])
  const { data: dentists } = await rest
    .from('doctor_type_tags')
    .insert({ name: 'Dentist, "MDS"' })
    .select('id')
    .single()
  const { data: pads } = await rest.rpc('save_subcategory', {
    name: '+Pads',
    description: '',
    category_ids: [bags ?? '', drinks ?? ''],
  })
  const methods = await createNamed(backend, 'branding_methods', ['Laser; "deep"', 'छपाई'])
  const products: Record<string, unknown>[] = [
    {
      name: 'Every fact',
      code: 'GW;1',
      supplier_code: 'ÄÖ 2',
      description: 'Keeps **hot**.\n\n- one; "two"\n- तीन',
      material: 'Steel, "304"; काँच',
      length_mm: 80,
      height_mm: 250,
      capacity_ml: 500,
      weight_g: 1200,
      min_quantity: 50,
      lead_days_from: 10,
      lead_days_to: 15,
      packaging: 'Box; ribbon',
      care: '-wash',
      origin: 'भारत',
      is_brand_reminder: true,
      image_url: ownPicture,
      image_widths: [2],
      image_alt: 'From the front',
      pictures: [
        { url: 'https://example.com/b;c.jpg', alt: 'From behind' },
        { url: 'https://example.com/d.jpg' },
      ],
      colours: [
        { name: 'Red; "dark"', hex: '#b3402e', picture_position: 2 },
        { name: '青, white', hex: null },
      ],
      branding: methods.map((id) => ({ branding_method_id: id, area: 'Front', colours: 2 })),
      parts: [
        { name: '2 x Cup', quantity: 2 },
        { name: 'Tray; "oak"', quantity: 1 },
      ],
      terms: {
        supplier: 'Acme; "Sons"',
        cost_paise: 24_550,
        hsn: '0902',
        gst_rate: 2.5,
        gst_rate_from: '2025-09-22',
        note: '=ask; "twice"',
      },
      price_breaks: [
        { quantity: 100, price_paise: 24_500 },
        { quantity: 1250, price_paise: 22_950 },
      ],
    },
    { name: 'Some facts', code: '0012', lead_days_to: 7, colours: [{ name: 'Red, white' }] },
    { name: '=1+1', supplier_code: '+5', budget: 'Rs.10-100', is_sample: true, is_featured: true },
    { name: "'=1+1", supplier_code: "'-5" },
    {
      name: 'Same name',
      supplier_code: '00123',
      video_url: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
      is_sample: true,
    },
    { name: 'Same name', video_url: '/videos/mug.mp4' },
    { name: 'Same name', image_url: 'https://example.com/a,b;c%20d.jpg?x="1"'.replaceAll('"', '%22') },
    { name: '+91 22 1234 5678', budget: 'Rs.2000+' },
    { name: 'Line one\r\nline two\n\nline four', category_id: bags },
    { name: 'Comma, "quote"; semicolon | bar \t tab', category_id: drinks, subcategory_id: pads?.id },
    { name: 'Crème brûlée — 茶 🎁 e\u0301 _x0041_ <b>&amp;</b>', supplier_code: 'ÄÖ 1' },
    { name: '1E5', supplier_code: '1e5' },
    { name: '2026-11-23', supplier_code: 'TRUE' },
    {
      name: 'With a picture',
      image_url: ownPicture,
      image_widths: [2],
      image_colour: '#7f7f7f',
      is_sample: true,
    },
  ]
  for (const [place, { supplier_code: code, terms, ...columns }] of products.entries()) {
    const product = { ...columns, terms: { ...Object(terms), supplier_code: code } }
    const { error } = await rest.rpc('save_product', {
      product: product as never, // the columns of a product
      industry_tag_ids: place % 2 === 0 ? industries : [],
      theme_ids: place % 3 === 0 ? themes : [],
      doctor_type_tag_ids: place % 4 === 0 ? [dentists?.id ?? ''] : [],
    })
    if (error !== null) throw new Error(error.message)
  }
}

/** Checks a file as the screen does, with every new name ticked. */
async function checkFile(backend: Backend, file: Blob) {
  const sheet = await readSheet(file)
  const head = findHead(sheet.rows)
  const { records } = toRecords(sheet, head, matchColumns(head.titles))
  const nothing = {
    categories: [],
    subcategoriesOf: () => [],
    industries: [],
    themes: [],
    doctorTypes: [],
    brandingMethods: [],
  }
  const create = Object.fromEntries(newNames(records, nothing).map(({ kind, names }) => [kind, names]))
  const options = { update: true, create }
  return {
    records,
    options,
    checked: await checkRows(backend, records, options, new AbortController().signal),
  }
}

async function importFile(backend: Backend, file: Blob): Promise<void> {
  const { records, options, checked } = await checkFile(backend, file)
  expect(checked.filter(({ outcome }) => outcome !== 'created')).toEqual([])
  const id = randomUUID()
  await storeImport(backend, { id, name: 'all.csv', options }, records, new AbortController().signal)
  await runStoredImport(backend, id, await collectPictures([]))
}

async function storePicture(backend: Backend): Promise<void> {
  const { storage } = await backend.loadSupabase()
  const { error } = await storage.from('product-images').upload('0.123.png', pngPicture())
  expect(error).toBeNull()
}

const bytesOf = async (file: Blob) => Buffer.from(await file.arrayBuffer()).toString('latin1')

it(
  'products that are exported, imported on an empty site and exported again are the same bytes, as CSV and as XLSX',
  { tags: 'full', timeout: 120_000 },
  async () => {
    const { signal } = new AbortController()
    const first = await startTestServer()
    const firstOffice = await backOffice(first.url)
    await storePicture(firstOffice)
    await fillCatalogue(firstOffice)
    const files = {
      csv: await exportProducts(firstOffice, 'csv', signal),
      xlsx: await exportProducts(firstOffice, 'xlsx', signal),
    }
    expect(await files.csv.text()).toContain("'=1+1")
    const { records, checked: again } = await checkFile(firstOffice, files.xlsx)
    const coded = records.flatMap(({ code, supplier_code, number }) =>
      code || supplier_code ? [number] : [],
    )
    expect(coded).toHaveLength(8)
    expect(again.flatMap(({ number, outcome }) => (outcome === 'unchanged' ? [number] : []))).toEqual(coded)
    await first.close()
    for (const kind of ['csv', 'xlsx'] as const) {
      const empty = await startTestServer()
      const office = await backOffice(empty.url)
      // A picture of the site's own is there again once its backup is restored: the file has only its path.
      await storePicture(office)
      await importFile(office, files[kind])
      const again = await exportProducts(office, kind, signal)
      expect(again.type).toBe(files[kind].type)
      expect(await bytesOf(again)).toBe(await bytesOf(files[kind]))
      await empty.close()
    }
  },
)
