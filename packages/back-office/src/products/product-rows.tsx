import { Text } from '@mantine/core'
import type { Named, Product } from '@giftwell/shared/products/products.ts'
import type { Column } from '../list/column-head.tsx'
import classes from './product-rows.module.css'
import { IconPhoto, IconPhotoOff } from '@tabler/icons-react'
import { useBackend } from '@giftwell/shared/kernel/backend-context.ts'
import { imageAddress } from '@giftwell/shared/images/stored-image.ts'
import { Picture } from '@giftwell/shared/images/picture.tsx'

const supplierCode: Column<Product> = {
  header: 'Supplier code',
  cell: ({ sku }) => sku ?? '-',
  width: '9em',
  isExtra: true,
}

/** The columns of an export: as the list shows them, and the supplier code in any case. */
export function exportedColumns(shown: readonly Column<Product>[]): readonly Column<Product>[] {
  return shown.some(({ header }) => header === supplierCode.header) ? shown : [...shown, supplierCode]
}

/** The columns of the products (product.md, section 2, Products table). */
export const productColumns: readonly Column<Product>[] = [
  {
    header: 'Image',
    cell: (product) => <ProductThumbnail image={product} />,
    look: 'picture',
    width: '4.7em',
    text: ({ image_url: url }) => url ?? '',
  },
  { header: 'Name', cell: (product) => product.name, look: 'name', width: '19%', sortedBy: 'name' },
  supplierCode,
  { header: 'Category', cell: (product) => product.categories?.name ?? '-' },
  { header: 'Budget', cell: (product) => product.budget ?? '-', width: '8.6em' },
  {
    header: 'Industries',
    cell: (product) => tags(industriesOf(product)),
    text: (product) => industriesOf(product).join('; '),
  },
  {
    header: 'Themes',
    cell: (product) => tags(themesOf(product)),
    text: (product) => themesOf(product).join('; '),
  },
  {
    header: 'Doctor Types',
    cell: (product) => tags(doctorTypesOf(product)),
    text: (product) => doctorTypesOf(product).join('; '),
  },
  {
    header: 'Sample',
    cell: (product) => <Mark isSet={product.is_sample} />,
    width: '4.7em',
    text: (product) => yesOrNo(product.is_sample),
  },
  {
    header: 'Featured',
    cell: (product) => <Mark isSet={product.is_featured} />,
    width: '5.6em',
    text: (product) => yesOrNo(product.is_featured),
  },
]

const yesOrNo = (isSet: boolean) => (isSet ? 'Yes' : 'No')
const industriesOf = (product: Product) =>
  namesOf(product.product_industry_tags.map((link) => link.industry_tags))
const themesOf = (product: Product) => namesOf(product.product_themes.map((link) => link.themes))
const doctorTypesOf = (product: Product) =>
  namesOf(product.product_doctor_type_tags.map((link) => link.doctor_type_tags))

function namesOf(named: readonly Named[]): readonly string[] {
  return named.map(({ name }) => name).toSorted((one, other) => one.localeCompare(other))
}

/** Names that take more letters than this together are cut to "+3". */
const maxLetters = 14

/** The names in one line, comma-separated: as many as fit, at least one, and the number of others. */
function tags(names: readonly string[]) {
  if (names.length === 0) return '-'
  let letters = 0
  const seen = names.filter((name, index) => (letters += name.length) <= maxLetters || index === 0)
  const hidden = names.slice(seen.length)
  return (
    <span className={classes.tags} title={names.join(', ')}>
      <span className={classes.seen}>{seen.join(', ')}</span>
      {hidden.length > 0 && (
        <span className={classes.hidden} data-more={`+${hidden.length}`}>
          <span className="visually-hidden">, {hidden.join(', ')}</span>
        </span>
      )}
    </span>
  )
}

/** A product's card on phones, under its name. */
export function productCard(product: Product) {
  const facts = [
    product.sku,
    product.categories?.name,
    product.budget,
    product.is_sample && 'Sample',
    product.is_featured && 'Featured',
  ].filter(Boolean)
  const names = [industriesOf(product), themesOf(product), doctorTypesOf(product)].flat()
  return (
    <>
      <Text c="dimmed" fz="0.8125rem" lh="inherit" truncate>
        {facts.join(' · ')}
      </Text>
      <Text c="dimmed" fz="0.8125rem" lh="inherit" truncate>
        {names.join(', ')}
      </Text>
    </>
  )
}

function Mark({ isSet }: { readonly isSet: boolean }) {
  return (
    <span className={classes.mark} data-set={isSet} title={isSet ? 'Yes' : 'No'}>
      {isSet ? '✓' : '✗'}
    </span>
  )
}

interface ProductThumbnailProps {
  readonly image: {
    readonly image_url: string | null
    readonly image_widths?: readonly number[] | null
    readonly image_colour?: string | null
  }
}

/** Pixels of each side. */
const side = 40
/** Landscape images are cropped to a square, so they are displayed wider. */
const shownWidth = '54px'

/** A product's thumbnail, with an icon for a missing or broken image. */
export function ProductThumbnail({ image }: ProductThumbnailProps) {
  const { config } = useBackend()
  return (
    <Picture
      address={image.image_url && imageAddress(config, image.image_url)}
      widths={image.image_widths}
      colour={image.image_colour}
      sizes={shownWidth}
      width={side}
      height={side}
      className={classes.thumbnail}
    >
      {(reason) => {
        const Icon = reason === 'missing' ? IconPhoto : IconPhotoOff
        return (
          <span
            className={classes.thumbnail}
            data-empty
            title={reason === 'missing' ? 'No image' : 'The image cannot be shown'}
          >
            <Icon size={18} stroke={1.5} aria-hidden />
          </span>
        )
      }}
    </Picture>
  )
}
