import { expect, test } from 'vitest'

import type { Product } from '@giftwell/shared/products/products.ts'
import { engraving, tumbler } from '../testing/show-products.tsx'
import { exportedProducts } from './export-products.ts'
import { findHead, matchColumns } from './import-columns.ts'
import { toRecords } from './import-format.ts'
import { joinRows } from './join-rows.ts'
import { brandingIn } from './list-cells.ts'
import { readSheet } from './read-table.ts'
import type { Sheet } from './sheet.ts'

const sheetOf = (rows: readonly (readonly string[])[]): Sheet => ({
  rows: rows.map((cells, index) => ({ number: index + 1, cells })),
})

/** The records of rows below titles. */
function recordsOf(titles: readonly string[], ...rows: readonly (readonly string[])[]) {
  const sheet = sheetOf([titles, ...rows])
  return toRecords(sheet, findHead(sheet.rows), matchColumns(titles))
}

const nothing = { length_mm: null, width_mm: null, height_mm: null }

test.each([
  ['Size', '120 x 80 x 40', { length_mm: 120, width_mm: 80, height_mm: 40 }],
  ['Size', '12×8.5 cm', { ...nothing, length_mm: 120, width_mm: 85 }],
  ['Size (inches)', '8 x 6', { ...nothing, length_mm: 203, width_mm: 152 }],
  ['Size in cm', 'L: 20 x W: 10 x H: 5', { length_mm: 200, width_mm: 100, height_mm: 50 }],
  ['Dimensions', '8" x 6"', { ...nothing, length_mm: 203, width_mm: 152 }],
  ['Size', '- x - x 25', { ...nothing, height_mm: 25 }],
  ['Size', '', nothing],
  ['Capacity', '500 ml', { capacity_ml: 500 }],
  ['Capacity', '1.5 Ltr', { capacity_ml: 1500 }],
  ['Capacity (L)', '0.75', { capacity_ml: 750 }],
  ['Weight', '250', { weight_g: 250 }],
  ['Net Weight (Kg)', '1.2', { weight_g: 1200 }],
  ['Weight', 'approx. 1,200 gms', { weight_g: 1200 }],
  ['MOQ', '1,000 pcs', { min_quantity: 1000 }],
  ['Minimum quantity', '50.00', { min_quantity: 50 }],
  ['Lead time', '10-15', { lead_days_from: 10, lead_days_to: 15 }],
  ['Lead time', '10 to 15 days', { lead_days_from: 10, lead_days_to: 15 }],
  ['Delivery time', '7', { lead_days_from: 7, lead_days_to: 7 }],
  ['Lead time', 'up to 15 working days', { lead_days_from: null, lead_days_to: 15 }],
  ['Lead time', '2-3 weeks', { lead_days_from: 10, lead_days_to: 15 }],
  ['Colours', 'Red #B3402E; Blue', { colours: [{ name: 'Red', hex: '#b3402e' }, { name: 'Blue' }] }],
  ['Color', 'Navy, Off white', { colours: [{ name: 'Navy' }, { name: 'Off white' }] }],
  [
    'In the set',
    '2 x Cup; Tray',
    {
      parts: [
        { name: 'Cup', quantity: 2 },
        { name: 'Tray', quantity: 1 },
      ],
    },
  ],
  ['Branding', 'Engraving; Screen print', { branding: ['Engraving', 'Screen print'] }],
  [
    'Branding',
    'Engraving (100 pcs), Screen print (4 colours), Pad print - up to 2 col',
    { branding: ['Engraving', { name: 'Screen print', colours: 4 }, { name: 'Pad print', colours: 2 }] },
  ],
  ['Cost', '₹ 1,245.50/-', { cost_paise: 124_550 }],
  [
    'Price breaks',
    '250+: 229/-, 1,000: Rs. 212.5',
    {
      price_breaks: [
        { quantity: 250, price_paise: 22_900 },
        { quantity: 1000, price_paise: 21_250 },
      ],
    },
  ],
  ['HSN Code', '9617 00 11', { hsn: '96170011' }],
  ['GST', '18%', { gst_rate: 18 }],
  ['GST rate', '0.05', { gst_rate: 5 }],
  ['GST rate since', '22/9/2025', { gst_rate_from: '2025-09-22' }],
  ['Code', 'GW-1', { code: 'GW-1' }],
  ['Pictures', 'a.jpg; b.jpg', { image: 'a.jpg', pictures: [{ image: 'b.jpg' }] }],
  ['Pictures', 'a.jpg, b.jpg', { image: 'a.jpg', pictures: [{ image: 'b.jpg' }] }],
  ['Pictures', 'https://example.com/a;b.jpg', { image_url: 'https://example.com/a;b.jpg', pictures: [] }],
  ['Pictures', '', { image_url: null, pictures: [] }],
])('a cell of %s, "%s", is read', (title, cell, values) => {
  const { records } = recordsOf(['Name', title], ['Mug', cell])
  expect(records).toEqual([{ number: 2, name: 'Mug', ...values, errors: {} }])
})

test.each([
  ['Size', 'large box', 'Write a size like 120 x 80 x 40, in mm'],
  ['Size', '0 x 5', 'Length (mm) must be a whole number'],
  ['Capacity', '5 cups', 'Write it like 500 ml'],
  ['Weight', '20000 kg', 'Weight must be a whole number from 1 to 1,00,00,000'],
  ['MOQ', 'ask us', 'Minimum quantity must be a whole number'],
  ['Lead time', '15-Oct', 'Write working days like 10-15'],
  ['Lead time', '15-10', 'The longest lead time must not be less than the shortest'],
  ['Colours', 'x'.repeat(61), 'Name may have at most 60 characters'],
  ['Price breaks', '100:245; 100:229', 'There is already a price for this quantity'],
  ['Price breaks', '245', 'Price is required'],
  ['Price breaks', '100:245, 199, 500:215', 'Price is required'],
  ['HSN', '12345', 'HSN must have 4, 6 or 8 digits'],
  ['GST rate', 'as per law', 'GST has no such rate'],
])('a cell of %s, "%s", is left out with a warning', (title, cell, message) => {
  const { records, warnings } = recordsOf(['Name', title], ['Mug', cell])
  expect(records).toEqual([{ number: 2, name: 'Mug', errors: {} }])
  expect(warnings.flatMap(({ errors }) => Object.values(errors))).toEqual([
    expect.stringContaining(message.replace('Length (mm)', 'Length')),
  ])
})

test('of more pictures in a row than a product may have the first are taken', () => {
  const { records, warnings } = recordsOf(['Name', 'Pictures'], ['Mug', 'abcdefghi'.split('').join('.jpg; ')])
  expect(records[0]?.pictures).toHaveLength(7)
  expect(warnings).toEqual([{ number: 2, errors: { pictures: 'Of 9 pictures the first 8 are taken' } }])
})

test.each([
  [
    ['Pictures', 'Alternative texts'],
    ['a.jpg; b.jpg; c.jpg', 'From the front; ; Lid;; open'],
    {
      image: 'a.jpg',
      image_alt: 'From the front',
      pictures: [
        { image: 'b.jpg', alt: null },
        { image: 'c.jpg', alt: 'Lid; open' },
      ],
    },
  ],
  [['Image', 'Alt text'], ['a.jpg', 'A mug, in red'], { image: 'a.jpg', image_alt: 'A mug, in red' }],
  [['Image', 'Alt text'], ['a.jpg', ''], { image: 'a.jpg', image_alt: null }],
  [
    ['Pictures', 'Colours', 'Colour pictures'],
    ['a.jpg; b.jpg', 'Red: dark; Blue; Green', 'red: dark: B.JPG; Green: 1'],
    {
      image: 'a.jpg',
      pictures: [{ image: 'b.jpg' }],
      colours: [
        { name: 'Red: dark', picture_position: 2 },
        { name: 'Blue', picture_position: null },
        { name: 'Green', picture_position: 1 },
      ],
    },
  ],
  [['Colours', 'Colour pictures'], ['Red', '3'], { colours: [{ name: 'Red', picture_position: 3 }] }],
  [
    ['Branding', 'Branding area', 'Print colours'],
    ['Engraving; Screen print', '60 x 20 mm, front', 'Screen print: up to 4 colours'],
    {
      branding: [
        { name: 'Engraving', area: '60 x 20 mm, front', colours: null },
        { name: 'Screen print', area: '60 x 20 mm, front', colours: 4 },
      ],
    },
  ],
  [
    ['Branding', 'Imprint area'],
    ['Engraving; Screen print', 'engraving: 60 x 20 mm\nScreen print: A4: front'],
    {
      branding: [
        { name: 'Engraving', area: '60 x 20 mm' },
        { name: 'Screen print', area: 'A4: front' },
      ],
    },
  ],
  [['Branding', 'Imprint area'], ['Engraving', ''], { branding: [{ name: 'Engraving', area: null }] }],
])('%j with %j say more of pictures, colours and branding', (titles, cells, values) => {
  const { records, warnings } = recordsOf(['Name', ...titles], ['Mug', ...cells])
  expect(records).toEqual([{ number: 2, name: 'Mug', ...values, errors: {} }])
  expect(warnings).toEqual([])
})

test.each([
  [['Pictures', 'Alt text'], ['a.jpg', 'x'.repeat(201)], 'Alternative text may have at most 200 characters'],
  [['Pictures', 'Colours', 'Colour pictures'], ['a.jpg', 'Red', '2'], '"2" is neither a picture of this row'],
  [
    ['Pictures', 'Colours', 'Colour pictures'],
    ['a.jpg', 'Red', 'b.jpg'],
    '"b.jpg" is neither a picture of this row',
  ],
  [['Colours', 'Colour pictures'], ['Red; Blue', 'Red: 1; Pink: 2'], '"Pink: 2" does not begin with a name'],
  [['Branding', 'Imprint area'], ['Engraving', 'x'.repeat(101)], 'Area may have at most 100 characters'],
  [['Branding', 'Print colours'], ['Engraving', 'many'], 'Number of colours must be a whole number'],
])('%j with %j are left out with a warning', (titles, cells, message) => {
  const { records, warnings } = recordsOf(['Name', ...titles], ['Mug', ...cells])
  expect(records[0]?.errors).toEqual({})
  expect(warnings.flatMap(({ errors }) => Object.values(errors))).toEqual([expect.stringContaining(message)])
})

test.each([
  [['Pictures', 'Alt text'], ['a.jpg', 'One; Two'], 'The row has more texts than pictures'],
  [['Colour pictures'], ['Red: 1; Blue: 2'], '"Red: 1" does not begin with a name'],
  [['Colours', 'Colour pictures'], ['', '1'], 'Not stored: the row has no colour'],
  [['Imprint area'], ['60 x 20 mm'], 'Not stored: the row has no branding method'],
])('%j with %j are to be looked at', (titles, cells, message) => {
  const { records, warnings } = recordsOf(['Name', ...titles], ['Mug', ...cells])
  const notes = [...Object.values(warnings[0]?.errors ?? {}), ...Object.values(records[0]?.errors ?? {})]
  expect(notes).toContainEqual(expect.stringContaining(message))
})

test('several columns of pictures are one field', () => {
  const titles = ['Name', 'Image 1', 'Image 2', 'Photo 3']
  const { records } = recordsOf(titles, ['Mug', 'a', 'b', 'c.jpg'])
  expect(records[0]).toMatchObject({ image: 'a', pictures: [{ image: 'b' }, { image: 'c.jpg' }] })
})

const complete: Product = {
  ...tumbler,
  name: 'Flask; "steel", काँच',
  code: 'GW-100',
  description: 'Keeps **hot**.\n\n- one; two\n- "three"',
  material: 'Steel 304, Glas',
  length_mm: 80,
  height_mm: 250,
  capacity_ml: 500,
  weight_g: 1200,
  min_quantity: 50,
  lead_days_from: 10,
  lead_days_to: 15,
  packaging: 'Gift box; ribbon',
  care: '-',
  origin: 'भारत',
  image_url: 'https://example.com/a;b,c.jpg',
  image_alt: 'One;\ntwo',
  product_pictures: [
    { position: 3, url: 'https://example.com/d;e.jpg', alt: null, widths: null, colour: null },
    {
      position: 2,
      url: '/storage/v1/object/public/product-images/2.webp',
      alt: 'Lid',
      widths: [2],
      colour: null,
    },
  ],
  product_colours: [
    { position: 2, name: 'Blau; "hell", 青', hex: null, picture: null, picture_position: null },
    {
      position: 1,
      name: 'Red',
      hex: '#b3402e',
      picture: '/storage/v1/object/public/product-images/2.webp',
      picture_position: null,
    },
  ],
  product_branding_methods: [{ branding_method_id: engraving.id, area: 'Front', colours: 2 }],
  product_parts: [{ position: 1, name: '2 x Cup; "small"', quantity: 2 }],
  product_terms: {
    supplier: 'Acme; "Sons"',
    supplier_code: '00123',
    cost_paise: 24_550,
    mrp_paise: 49_900,
    hsn: '0902',
    gst_rate: 2.5,
    gst_rate_from: '2025-09-22',
    note: 'Ask twice; =1',
  },
  product_price_breaks: [
    { quantity: 1250, price_paise: 22_900 },
    { quantity: 100, price_paise: 24_500 },
  ],
}

test.each(['csv', 'excel-csv', 'xlsx'] as const)(
  'every fact of a product is read back from a %s file',
  async (kind) => {
    const alone: Product = {
      ...tumbler,
      name: 'Cap',
      lead_days_to: 7,
      product_colours: [
        { position: 1, name: 'Red, white', hex: null, picture: null, picture_position: null },
      ],
    }
    const file = await exportedProducts(
      [complete, alone],
      kind,
      new Map([[engraving.id, 'Engraving; "deep", laser']]),
    )
    const sheet = await readSheet(file)
    const head = findHead(sheet.rows)
    const { records, warnings } = toRecords(sheet, head, matchColumns(head.titles))
    expect(warnings).toEqual([])
    expect(records[0]).toMatchObject({
      name: 'Cap',
      lead_days_from: null,
      lead_days_to: 7,
      colours: [{ name: 'Red, white' }],
      pictures: [],
      hsn: null,
      errors: {},
    })
    expect(records[1]).toMatchObject({
      name: complete.name,
      code: 'GW-100',
      description: complete.description,
      material: complete.material,
      length_mm: 80,
      width_mm: null,
      height_mm: 250,
      capacity_ml: 500,
      weight_g: 1200,
      min_quantity: 50,
      lead_days_from: 10,
      lead_days_to: 15,
      packaging: complete.packaging,
      care: '-',
      origin: 'भारत',
      image_url: complete.image_url,
      image_alt: 'One;\ntwo',
      pictures: [
        { url: '/storage/v1/object/public/product-images/2.webp', alt: 'Lid' },
        { url: 'https://example.com/d;e.jpg', alt: null },
      ],
      colours: [
        { name: 'Red', hex: '#b3402e', picture_position: 2 },
        { name: 'Blau; "hell", 青', picture_position: null },
      ],
      branding: [{ name: 'Engraving; "deep", laser', area: 'Front', colours: 2 }],
      parts: [{ name: '2 x Cup; "small"', quantity: 2 }],
      supplier: 'Acme; "Sons"',
      supplier_code: '00123',
      cost_paise: 24_550,
      mrp_paise: 49_900,
      hsn: '0902',
      gst_rate: 2.5,
      gst_rate_from: '2025-09-22',
      note: 'Ask twice; =1',
      price_breaks: [
        { quantity: 100, price_paise: 24_500 },
        { quantity: 1250, price_paise: 22_900 },
      ],
      errors: {},
    })
  },
)

test('rows of one product become one with the colours and pictures of all, and what differs otherwise is to be looked at', () => {
  const { records } = recordsOf(
    ['Code', 'Name', 'Colour', 'Image', 'MOQ', 'Material'],
    ['M-1', 'Mug', 'Red', 'red.jpg', '50', ''],
    ['P-1', 'Pen', 'Blue', '', '100', 'Steel'],
    ['m-1', 'Mug', 'Blue', 'blue.jpg', '50', 'Clay'],
    ['M-1', 'Mug', 'red', 'red.jpg', '25', 'Clay'],
  )
  const { records: joined, warnings, severalRows } = joinRows(records, true)
  expect(severalRows).toBe(1)
  expect(joined).toEqual([
    {
      number: 2,
      rows: [4, 5],
      code: 'M-1',
      name: 'Mug',
      colours: [
        { name: 'Red', picture_position: 1 },
        { name: 'Blue', picture_position: 2 },
      ],
      image: 'red.jpg',
      pictures: [{ image: 'blue.jpg' }],
      min_quantity: 50,
      material: 'Clay',
      errors: {},
    },
    expect.objectContaining({ number: 3, code: 'P-1' }),
  ])
  expect(warnings).toEqual([{ number: 5, errors: { min_quantity: 'Differs from row 2, which is used' } }])
  expect(joinRows(records, false).records.map(({ errors }) => errors)).toEqual([
    {},
    {},
    { code: 'Row 2 has the same code' },
    { code: 'Row 2 has the same code' },
  ])
})

test('joined rows keep the texts of their pictures and the pictures that their colours name', () => {
  const { records } = recordsOf(
    ['Code', 'Name', 'Colour', 'Pictures', 'Alt text', 'Colour pictures'],
    ['M-1', 'Mug', 'Red', 'red.jpg; lid.jpg', 'Red mug; Lid', '2'],
    ['M-1', 'Mug', 'Blue', 'blue.jpg', 'Blue mug', 'blue.jpg'],
  )
  expect(joinRows(records, true)).toMatchObject({
    warnings: [],
    records: [
      {
        image: 'red.jpg',
        image_alt: 'Red mug',
        pictures: [
          { image: 'lid.jpg', alt: 'Lid' },
          { image: 'blue.jpg', alt: 'Blue mug' },
        ],
        colours: [
          { name: 'Red', picture_position: 2 },
          { name: 'Blue', picture_position: 3 },
        ],
      },
    ],
  })
})

test('of more pictures than a product may have the first are taken', () => {
  const rows = Array.from({ length: 10 }, (_, index) => ['M-1', 'Mug', `Colour ${index}`, `${index}.jpg`])
  const { records, warnings } = joinRows(
    recordsOf(['Code', 'Name', 'Colour', 'Image'], ...rows).records,
    true,
  )
  expect(records[0]?.pictures).toHaveLength(7)
  expect(records[0]?.colours?.at(-1)).toEqual({ name: 'Colour 9' })
  expect(warnings).toEqual([{ number: 2, errors: { pictures: 'Of 10 pictures the first 8 are taken' } }])
})

const many = 200_000

// Matched in quadratic time each would take minutes or hours.
test.each([
  ['Size', `${'S\n\n'.repeat(many)}!`],
  ['Size', `1 ${'('.repeat(many)}`],
  ['MOQ', `1${' '.repeat(many)}x`],
  ['Cost', `1${' '.repeat(many)}x`],
  ['Lead time', `1${' '.repeat(many)}x`],
  ['Price breaks', `100${' '.repeat(many)}x`],
  ['Colours', `Red${'('.repeat(many)}`],
])(
  'a cell of %s that is long and like a value is refused in linear time',
  { timeout: 60_000 },
  (title, cell) => {
    const { warnings } = recordsOf(['Name', title], ['Mug', cell])
    expect(Object.keys(warnings[0]?.errors ?? {})).toHaveLength(1)
  },
)

test.each(['(', 'rs.', '1', 'box '])(
  'a title of many "%s" is read in linear time',
  { timeout: 60_000 },
  (part) => {
    expect(matchColumns(['Name', part.repeat(many)])).toEqual(['name', null])
  },
)

test('texts for the names of a row are read in linear time', { timeout: 60_000 }, () => {
  const { warnings } = recordsOf(
    ['Name', 'Branding', 'Imprint area'],
    ['Mug', 'Engraving', `Engraving: 50 x 20 mm; ${'a:'.repeat(many)}`],
  )
  expect(Object.keys(warnings[0]?.errors ?? {})).toEqual(['imprint_area'])
})

test('the counts in lists are those of the parts of a set, and no part of a colour', () => {
  const { records } = recordsOf(
    ['Name', 'Set contents', 'Colours'],
    ['Kit', 'Mug - 1 pc, Pen - 2 pcs', 'Red (100 pcs), Dark blue #10207a - 20'],
    ['Set', '2 Mugs, 1 Diary', 'Red 20, Blue 300'],
    ['Pair', 'Mug 350, Bottle 750', 'Red'],
  )
  expect(records).toMatchObject([
    {
      parts: [
        { name: 'Mug', quantity: 1 },
        { name: 'Pen', quantity: 2 },
      ],
      colours: [{ name: 'Red' }, { name: 'Dark blue', hex: '#10207a' }],
    },
    {
      parts: [
        { name: 'Mugs', quantity: 2 },
        { name: 'Diary', quantity: 1 },
      ],
      colours: [{ name: 'Red' }, { name: 'Blue' }],
    },
    {
      parts: [
        { name: 'Mug 350', quantity: 1 },
        { name: 'Bottle 750', quantity: 1 },
      ],
    },
  ])
})

test('a branding method that exists keeps the number and the colours in its name', () => {
  const isKnown = (name: string) => ['Screen print (1 colour)', 'Print x 2'].includes(name)
  expect(brandingIn(['Screen print (1 colour)', 'Print x 2', 'Pad print (2 colours)'], isKnown)).toEqual([
    'Screen print (1 colour)',
    'Print x 2',
    { name: 'Pad print', colours: 2 },
  ])
})
