import type { Backend } from '@giftwell/shared/kernel/backend.ts'
import { recordOf } from '@giftwell/shared/kernel/record-of.ts'
import { readRows } from '@giftwell/shared/kernel/rest-request.ts'
import type { ImportedRow, ImportRecord } from './product-import.ts'
import { pictureName, picturesOf } from './read-facts.ts'

/** Rows whose pictures are named. */
const mostRows = 100

/**
 * The changes to pictures of updated products, by file name: new, moved and gone, by the number of the row. A
 * picture's name is that of its import, else its address, or its number if it was uploaded by hand.
 *
 * @param chosen the names of the stored selected files, by their addresses
 */
export async function pictureChanges(
  backend: Backend,
  results: readonly ImportedRow[],
  records: readonly ImportRecord[],
  chosen: ReadonlyMap<string, string>,
): Promise<ReadonlyMap<number, string>> {
  const byNumber = new Map(records.map((record) => [record.number, record]))
  const changed = results
    .filter(({ changed: fields = {} }) => 'pictures' in fields || 'image_url' in fields)
    .slice(0, mostRows)
    .map(({ number, changed: fields = {} }) => ({
      number,
      first: fields['image_url'],
      others: fields['pictures'],
    }))
  if (changed.length === 0) return new Map()
  const names = new Map([...(await importedNames(backend, changed.flatMap(formerAddresses))), ...chosen])
  return new Map(
    changed.flatMap(({ number, ...fields }) => {
      const wanted = picturesOf(wantedPictures(byNumber.get(number)))?.map(pictureName) ?? []
      const former = formerAddresses(fields).map((url) => names.get(url) ?? url)
      // A row that says nothing of the further pictures leaves them.
      const isWhole = fields.others !== undefined || byNumber.get(number)?.pictures !== undefined
      const before = fields.first === undefined ? [wanted[0] ?? '', ...former] : former
      return [[number, sentence(before, isWhole ? wanted : [...wanted, ...before.slice(1)])]]
    }),
  )
}

type Sides = readonly [before: unknown, after: unknown] | undefined

function addressOf(picture: unknown): string {
  const { url } = recordOf(picture)
  return typeof url === 'string' ? url : ''
}

function formerAddresses({ first, others }: { readonly first: Sides; readonly others: Sides }): string[] {
  const further = Array.isArray(others?.[0]) ? others[0].map(addressOf) : []
  return [...(typeof first?.[0] === 'string' ? [first[0]] : []), ...further].filter((url) => url !== '')
}

/** A record's pictures, with one that was not chosen by its name. */
function wantedPictures(record: ImportRecord | undefined) {
  const { image, stored_image: stored, image_url: url, pictures } = record ?? {}
  const first = image ?? stored
  return {
    ...(first !== undefined && { image: first }),
    ...(url !== undefined && { image_url: url }),
    pictures: (pictures ?? []).map(({ image: name, stored_image: known, url: address = '' }) =>
      (name ?? known) === undefined ? { url: address } : { image: name ?? known ?? '' },
    ),
  }
}

function sentence(before: readonly string[], after: readonly string[]): string {
  const shown = (name: string) => (name.startsWith('/') ? `picture ${before.indexOf(name) + 1}` : name)
  const common = (names: readonly string[], others: readonly string[]) =>
    names.filter((name) => others.includes(name))
  const parts = [
    ['New', after.filter((name) => !before.includes(name))],
    ['Moved', common(after, before).filter((name, index) => common(before, after)[index] !== name)],
    ['Gone', before.filter((name) => !after.includes(name))],
  ] as const
  return parts
    .filter(([, names]) => names.length > 0)
    .map(([word, names]) => `${word}: ${names.map(shown).join(', ')}`)
    .join('. ')
}

/** The names of files by the addresses of pictures, as the latest imports of their products had them. */
async function importedNames(
  backend: Backend,
  addresses: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const [shown, further] = await Promise.all([
    readRows(backend, (rest) => rest.from('products').select('id').in('image_url', addresses)),
    readRows(backend, (rest) => rest.from('product_pictures').select('product_id').in('url', addresses)),
  ])
  const ids = [...new Set([...shown.map(({ id }) => id), ...further.map(({ product_id: id }) => id)])]
  if (ids.length === 0) return new Map()
  const [products, rows] = await Promise.all([
    readRows(backend, (rest) =>
      rest.from('products').select('id, image_url, product_pictures(position, url)').in('id', ids),
    ),
    readRows(backend, (rest) =>
      rest
        .from('import_rows')
        .select('product_id, record, imports!inner(created_at, undone_at)')
        .in('product_id', ids)
        .in('outcome', ['created', 'updated'])
        .is('imports.undone_at', null),
    ),
  ])
  const names = new Map<string, string>()
  const inTime = rows.toSorted((one, other) => one.imports.created_at.localeCompare(other.imports.created_at))
  for (const { product_id: id, record } of inTime) {
    const product = products.find((one) => one.id === id)
    const wanted = picturesOf(wantedPictures(record as unknown as ImportRecord)) ?? [] // as it was stored
    const urls = [
      product?.image_url ?? '',
      ...(product?.product_pictures ?? [])
        .toSorted((one, other) => one.position - other.position)
        .map(addressOf),
    ]
    for (const [index, picture] of wanted.entries()) {
      const url = urls[index]
      if (url) names.set(url, pictureName(picture))
    }
  }
  return names
}
