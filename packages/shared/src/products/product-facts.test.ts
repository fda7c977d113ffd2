import { expect, test } from 'vitest'

import { products } from './products.ts'
import { factsInForm, factsToSave } from './product-facts.ts'

const none = {
  product_pictures: [],
  product_colours: [],
  product_branding_methods: [],
  product_parts: [],
  product_terms: null,
  product_price_breaks: [],
}

const everything = {
  ...none,
  image_url: '/1.webp',
  product_pictures: [
    { position: 3, url: '/3.webp', alt: null, widths: null, colour: null },
    { position: 2, url: '/2.webp', alt: 'From above', widths: [320, 640], colour: '#aabbcc' },
  ],
  product_colours: [
    { position: 2, name: 'Blue', hex: null, picture: '/3.webp', picture_position: null },
    { position: 1, name: 'Red', hex: '#ff0000', picture: '/1.webp', picture_position: null },
  ],
  product_branding_methods: [{ branding_method_id: 'm', area: '30 x 20 mm', colours: 2 }],
  product_parts: [{ position: 1, name: 'Mug', quantity: 2 }],
  product_terms: {
    supplier: 'Acme',
    supplier_code: 'A-1',
    cost_paise: 24_505,
    mrp_paise: 49_900,
    hsn: '7323',
    gst_rate: 18,
    gst_rate_from: '2026-01-01',
    note: null,
  },
  product_price_breaks: [
    { quantity: 250, price_paise: 22_900 },
    { quantity: 100, price_paise: 24_550 },
  ],
}

/** What the schema makes of the form of a product. */
function saved(product: typeof everything) {
  const values = {
    ...products.empty,
    name: 'Set',
    image_url: product.image_url,
    ...factsInForm(product),
  }
  return factsToSave(products.rules.parse(values) as Parameters<typeof factsToSave>[0])
}

test('facts are saved as they were read, in their order', () => {
  expect(saved(everything)).toMatchObject({
    pictures: [
      { url: '/2.webp', alt: 'From above', widths: [320, 640], colour: '#aabbcc' },
      { url: '/3.webp', alt: null, widths: null, colour: null },
    ],
    colours: [
      { name: 'Red', hex: '#ff0000', picture: '/1.webp' },
      { name: 'Blue', hex: null, picture: '/3.webp' },
    ],
    branding: everything.product_branding_methods,
    parts: [{ name: 'Mug', quantity: 2 }],
    price_breaks: everything.product_price_breaks.toReversed(),
    terms: everything.product_terms,
  })
})

test('the history of 1.0.0 names the picture of a colour by its position', () => {
  const colour = { position: 1, name: 'Red', hex: null, picture: null, picture_position: 3 }
  expect(factsInForm({ ...everything, product_colours: [colour] }).colours).toEqual([
    { name: 'Red', hex: '', picture: '/3.webp' },
  ])
})

test('terms are read as a row, and as a list of one', () => {
  const form = factsInForm({ ...everything, product_terms: [everything.product_terms] })
  expect(form).toMatchObject({ supplier: 'Acme', supplier_code: 'A-1', cost: '245.05', mrp: '499' })
})

test('a colour follows its picture to another place, and loses one that is gone', () => {
  const form = factsInForm(everything)
  const [second, third] = form.pictures ?? []
  const values = { ...products.empty, ...form, name: 'Set', image_url: '/3.webp' }
  const save = (pictures: typeof values.pictures) =>
    factsToSave(
      products.rules.parse({ ...values, pictures }) as Parameters<typeof factsToSave>[0],
    ).colours.map(({ picture }) => picture)
  expect([second, third].map((row) => row?.url)).toEqual(['/2.webp', '/3.webp'])
  expect(save([{ url: '/1.webp', alt: '', widths: '', colour: '' }])).toEqual(['/1.webp', '/3.webp'])
  expect(save([])).toEqual([null, '/3.webp'])
})

test.each([
  [{ length_mm: '12.5' }, 'length_mm', 'Length must be a whole number from 1 to 1,00,000'],
  [{ min_quantity: '0' }, 'min_quantity', 'Minimum quantity must be a whole number from 1 to 10,00,000'],
  [
    { lead_days_from: '9', lead_days_to: '5' },
    'lead_days_to',
    'The longest lead time must not be less than the shortest',
  ],
  [{ hsn: '732' }, 'hsn', 'HSN must have 4, 6 or 8 digits'],
  [{ gst_rate: '118' }, 'gst_rate', 'GST rate must be a percentage from 0 to 100, like 18 or 2.5'],
  [{ cost: '24.555' }, 'cost', 'Cost must be an amount in rupees, like 245 or 245.50'],
  [{ gst_rate_from: '0202-01-01' }, 'gst_rate_from', 'Enter a date from 2000 onwards'],
  [
    {
      colours: [
        { name: 'Red', hex: '', picture: '' },
        { name: ' red', hex: '', picture: '' },
      ],
    },
    'colours.1.name',
    'This colour is already in the list',
  ],
  [{ colours: [{ name: '', hex: '#12345', picture: '' }] }, 'colours.0.hex', 'Enter a colour like #b3402e'],
  [
    {
      price_breaks: [
        { quantity: '1000', price: '5' },
        { quantity: '1,000', price: '4' },
      ],
    },
    'price_breaks.1.quantity',
    'There is already a price for this quantity',
  ],
  [{ parts: [{ name: 'Mug', quantity: '' }] }, 'parts.0.quantity', 'Quantity is required'],
])('a rule says what is wrong: %j', (values, path, message) => {
  const { error } = products.rules.safeParse({ ...products.empty, name: 'Set', ...values })
  const found = error?.issues.find((issue) => issue.path.join('.') === path)
  expect(found?.message).toBe(message)
})

test('numbers and colours are taken as people write them', () => {
  const parsed = products.rules.parse({
    ...products.empty,
    name: 'Set',
    min_quantity: '1,000',
    cost: ' Rs. 1,245.5 ',
    gst_rate: '2.5%',
    colours: [{ name: 'Red', hex: 'B3402E', picture: '' }],
  })
  expect(parsed).toMatchObject({
    min_quantity: 1000,
    cost: 124_550,
    gst_rate: 2.5,
    colours: [{ hex: '#b3402e' }],
  })
})
