import { expect, test } from 'vitest'

import { findHead, matchColumns } from './import-columns.ts'
import { toRecords } from './import-format.ts'
import { readSheet } from './read-table.ts'

async function read(...lines: readonly string[]) {
  const sheet = await readSheet(new Blob([lines.join('\n')]))
  const head = findHead(sheet.rows)
  return {
    shop: sheet.shop,
    titles: head.titles,
    records: toRecords(sheet, head, matchColumns(head.titles)).records,
  }
}

test('the variants of an export of Shopify are one product, joined by its handle', async () => {
  const { shop, records } = await read(
    'Handle,Title,Body (HTML),Vendor,Type,Tags,Published,Option1 Name,Option1 Value,Variant SKU,Variant Grams,Variant Price,Image Src,Image Alt Text,Variant Image,Cost per item,Status',
    'flask,Flask,<p>Hot <b>tea</b></p>,Acme,Drinkware,"diwali, steel",TRUE,Color,Red,F-R,350,450.00,https://a.example/1.jpg,Front,https://a.example/red.jpg?v=1,200,active',
    'flask,,,,,,,,"Sea, blue",F-B,350,450.00,https://a.example/2.jpg,,,,',
    'pen,Pen,,Acme,Writing,,TRUE,Title,Default Title,P-1,10,90.00,,,,40,draft',
  )
  expect(shop).toBe('Shopify')
  expect(records).toMatchObject([
    {
      number: 2,
      name: 'Flask',
      description: 'Hot **tea**',
      supplier: 'Acme',
      supplier_code: 'F-R',
      category: 'Drinkware',
      themes: ['diwali', 'steel'],
      is_sample: true,
      weight_g: 350,
      cost_paise: 20_000,
      image_url: 'https://a.example/1.jpg',
      image_alt: 'Front',
      pictures: [{ url: 'https://a.example/red.jpg?v=1' }, { url: 'https://a.example/2.jpg' }],
      colours: [{ name: 'Red', picture_position: 2 }, { name: 'Sea, blue' }],
      errors: {},
    },
    { number: 4, name: 'Pen', supplier_code: 'P-1', is_sample: false, colours: [] },
  ])
})

test('an export of Shopify is recognised by its newer titles, too', async () => {
  const { shop, records } = await read(
    'Title,URL handle,Description,Vendor,Product category,Type,Tags,Published on online store,Status,SKU,Option1 name,Option1 value,Price,Cost per item,Weight value (grams),Product image URL,Image alt text,Variant image URL',
    'Flask,flask,<p>Hot</p>,Acme,Drinkware,,diwali,TRUE,active,F-R,Color,Red,450.00,200,350,https://a.example/1.jpg,Front,https://a.example/red.jpg',
    ',flask,,,,,,,,F-B,,Blue,450.00,,350,https://a.example/2.jpg,,',
  )
  expect(shop).toBe('Shopify')
  expect(records).toMatchObject([
    {
      number: 2,
      name: 'Flask',
      description: 'Hot',
      supplier_code: 'F-R',
      category: 'Drinkware',
      is_sample: true,
      weight_g: 350,
      cost_paise: 20_000,
      image_url: 'https://a.example/1.jpg',
      image_alt: 'Front',
      pictures: [{ url: 'https://a.example/red.jpg' }, { url: 'https://a.example/2.jpg' }],
      colours: [{ name: 'Red', picture_position: 2 }, { name: 'Blue' }],
      errors: {},
    },
  ])
})

test('the variations of an export of WooCommerce are one product with the attributes as columns', async () => {
  const { shop, titles, records } = await read(
    'ID,Type,SKU,Name,Published,Description,Weight (kg),Length (cm),Width (cm),Height (cm),Regular price,Categories,Images,Parent,Attribute 1 name,Attribute 1 value(s),Attribute 2 name,Attribute 2 value(s),Tax class',
    String.raw`7,variable,M-1,Mug,1,A mug,0.35,12,8,10,,"Home\, kitchen > Mugs > Big, Sale",https://a.example/m.jpg,,Color,"Red, Black / White",Material,Clay,reduced`,
    '8,variation,M-1-R,Mug - Red,1,,,,,,245,,https://a.example/r.jpg,id:7,Color,Red,,',
    '9,variation,M-1-B,Mug - Black,1,,,,,,245,,,M-1,Color,Black / White,,',
    '10,simple,P-1,Pen,0,,,,,,90,Writing,,,,,,',
  )
  expect(shop).toBe('WooCommerce')
  expect(titles).toEqual(expect.arrayContaining(['Other categories', 'Tax class']))
  expect(records).toMatchObject([
    {
      number: 2,
      supplier_code: 'M-1',
      name: 'Mug',
      is_sample: true,
      category: 'Home, kitchen',
      subcategory: 'Mugs',
      weight_g: 350,
      length_mm: 120,
      material: 'Clay',
      image_url: 'https://a.example/m.jpg',
      pictures: [{ url: 'https://a.example/r.jpg' }],
      colours: [{ name: 'Red', picture_position: 2 }, { name: 'Black / White' }],
      errors: {},
    },
    { number: 5, name: 'Pen', is_sample: false, category: 'Writing' },
  ])
})
