import { filledRow, type Sheet, type SheetRow } from './sheet.ts'

/** The value that a row has under a title; empty without one. */
type Cells = (title: string) => string

/** The rows of one product, under the titles of the format. Several values under a title form a list. */
type Values = readonly (readonly [title: string, value: string])[]

interface Shop {
  readonly name: string
  /** Titles that only its exports have together. */
  readonly titles: readonly string[]
  /** The key of one product's rows. */
  readonly keyOf: (cells: Cells) => string
  /** A row's values; the first row of a product describes the product itself. */
  readonly read: (cells: Cells, first: Cells) => Values
}

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index + 1)
const isColour = (name: string) => /^colou?rs?$/i.test(name)

/** Separated by commas; `\,` is a comma within a name. */
const commaParts = (text: string) =>
  text.split(/(?<!\\),\s*/).map((part) => part.replaceAll(String.raw`\,`, ',').trim())

const shops: readonly Shop[] = [
  {
    name: 'Shopify',
    titles: ['Handle', 'Title', 'Variant SKU'],
    keyOf: (cells) => cells('Handle'),
    read(cells, first) {
      const isFirst = cells === first
      const options = numbers(3).flatMap((number): [string, string][] => {
        const value = cells(`Option${number} Value`)
        return value === '' || value === 'Default Title' ? [] : [[first(`Option${number} Name`), value]]
      })
      return [
        ...(isFirst
          ? ([
              ['Supplier code', cells('Variant SKU') || cells('Handle')],
              ['Name', cells('Title')],
              ['Description', cells('Body (HTML)')],
              ['Supplier', cells('Vendor')],
              ['Category', cells('Product Category') || cells('Type')],
              ['Sample Product', isPublished(cells('Published'), cells('Status'))],
              ['Price', cells('Variant Price')],
              ['Cost', cells('Cost per item')],
              ['Weight', cells('Variant Grams')],
            ] as const)
          : []),
        ...commaParts(isFirst ? cells('Tags') : '').map((tag) => ['Themes', tag] as const),
        ['Pictures', cells('Image Src')],
        ['Pictures', cells('Variant Image')],
        // Blank for a picture without one.
        ...(cells('Image Src') === ''
          ? []
          : [['Alternative texts', cells('Image Alt Text') || ' '] as const]),
        ...variant(options, cells('Variant Image')),
      ]
    },
  },
  {
    name: 'WooCommerce',
    titles: ['SKU', 'Type', 'Categories', 'Regular price'],
    keyOf: (cells) => cells('Parent').replace(/^id:/, '') || cells('SKU') || cells('ID'),
    read(cells, first) {
      const isFirst = cells === first
      const isVariation = /^variation/i.test(cells('Type'))
      const pictures = commaParts(cells('Images'))
      const [category = '', ...others] = commaParts(cells('Categories'))
      const [long, short] = [cells('Description'), cells('Short description')]
      const attributes = numbers(9).flatMap((number) =>
        commaParts(cells(`Attribute ${number} value(s)`)).map((value): [string, string] => [
          cells(`Attribute ${number} name`),
          value,
        ]),
      )
      const sides = ['Length', 'Width', 'Height'].map((side) => cells(`${side} (cm)`) || '-')
      return [
        ...(isFirst
          ? ([
              ['Supplier code', cells('SKU')],
              ['Name', cells('Name')],
              ['Description', long || short],
              ['Category', category],
              // A product has one.
              ['Other categories', others.join('; ')],
              ['Featured Product', cells('Is featured?')],
              ['Sample Product', isPublished(cells('Published'))],
              ['Price', cells('Regular price')],
              ['Weight', cells('Weight (kg)') && `${cells('Weight (kg)')} kg`],
              ['Size', sides.every((side) => side === '-') ? '' : `${sides.join(' x ')} cm`],
            ] as const)
          : []),
        ...commaParts(isFirst ? cells('Tags') : '').map((tag) => ['Themes', tag] as const),
        ...pictures.map((picture) => ['Pictures', picture] as const),
        ...variant(attributes, isVariation ? (pictures[0] ?? '') : ''),
      ]
    },
  },
]

/** What Shopify's newer exports call these titles. */
const newerTitles: Readonly<Record<string, string>> = {
  'URL handle': 'Handle',
  Description: 'Body (HTML)',
  'Product category': 'Product Category',
  'Published on online store': 'Published',
  SKU: 'Variant SKU',
  Price: 'Variant Price',
  'Weight value (grams)': 'Variant Grams',
  'Product image URL': 'Image Src',
  'Image alt text': 'Image Alt Text',
  'Variant image URL': 'Variant Image',
  ...Object.fromEntries(
    numbers(3).flatMap((number) => [
      [`Option${number} name`, `Option${number} Name`],
      [`Option${number} value`, `Option${number} Value`],
    ]),
  ),
}

function isPublished(flag: string, status = 'active'): string {
  return /^(?:1|true|yes)$/i.test(flag) && /^(?:active|)$/i.test(status) ? 'Yes' : 'No'
}

/** The options of a variant as columns of their own names, and its picture as that of its colour. */
function variant(options: readonly (readonly [name: string, value: string])[], picture: string): Values {
  return options.flatMap(([name, value]) =>
    isColour(name)
      ? [
          ['Colours', value] as const,
          ...(picture === '' ? [] : [['Colour pictures', `${value}: ${picture}`] as const]),
        ]
      : [[name, value] as const],
  )
}

const lists = new Set(['Themes', 'Pictures', 'Alternative texts', 'Colours', 'Colour pictures'])

/** Several values as a cell of the format; a single value of a list ends with a semicolon, so nothing else separates. */
function asCell(title: string, values: readonly string[]): string {
  if (!lists.has(title)) return values[0] ?? ''
  const named = title === 'Alternative texts' ? values : [...new Set(values)]
  const cell = named.map((value) => value.replaceAll(';', ';;')).join('; ')
  return title === 'Pictures' || cell.trim() === '' || cell.includes(';') ? cell : `${cell};`
}

/**
 * An export of a shop program as a list with the titles of the format: the rows of a product and its variants are one row, where the
 * first stood. Any other sheet stays as it is.
 */
export function fromShopExport(sheet: Sheet): Sheet {
  const [written, ...rows] = sheet.rows
  const head = written?.cells.includes('URL handle')
    ? { ...written, cells: written.cells.map((title) => newerTitles[title] ?? title) }
    : written
  const shop = shops.find(({ titles }) => titles.every((title) => head?.cells.includes(title)))
  if (head === undefined || shop === undefined) return sheet
  const used = new Set<string>()
  const cellsOf = (row: SheetRow): Cells => {
    const byTitle = new Map(head.cells.map((title, column) => [title, row.cells[column]?.trim() ?? '']))
    return (title) => {
      used.add(title)
      return byTitle.get(title) ?? ''
    }
  }
  const ids = new Map(
    rows.map(cellsOf).flatMap((cells) => (cells('SKU') === '' ? [] : [[cells('ID'), cells('SKU')]])),
  )
  const groups = Map.groupBy(rows, (row) => {
    const key = row.problem === undefined ? shop.keyOf(cellsOf(row)) : ''
    // A variation of WooCommerce names its parent by the code or the number.
    return key === '' ? `row ${row.number}` : (ids.get(key) ?? key)
  })
  const read = [...groups.values()].map((group) => {
    const [first, ...others] = group.map(cellsOf)
    const values = first === undefined ? [] : [first, ...others].flatMap((cells) => shop.read(cells, first))
    return { group, first, values }
  })
  // Columns that the shop's reader does not know stay as they are, so that the user sees them.
  const unknown = head.cells.filter((title) => title !== '' && !used.has(title))
  const products = read.map(({ group, first, values: known }) => {
    const values = [...known, ...unknown.map((title) => [title, first?.(title) ?? ''] as const)]
    return {
      row: group[0],
      byTitle: Map.groupBy(
        values.filter(([, value]) => value !== ''),
        ([title]) => title,
      ),
    }
  })
  const titles = [...new Set(products.flatMap(({ byTitle }) => [...byTitle.keys()]))]
  return {
    ...sheet,
    shop: shop.name,
    rows: [
      { ...head, cells: titles },
      ...products.flatMap(({ row, byTitle }) => {
        if (row === undefined) return []
        const cells = titles.map((title) =>
          asCell(
            title,
            (byTitle.get(title) ?? []).map(([, value]) => value),
          ),
        )
        const { width: _, ...others } = row
        return filledRow({ ...others, cells }) ?? []
      }),
    ],
  }
}
