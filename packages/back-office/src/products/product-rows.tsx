import { Text } from '@mantine/core'
import { useLayoutEffect, useRef, useState } from 'react'
import { rupeesOf } from '@giftwell/shared/kernel/form-rules.ts'
import { termsOf } from '@giftwell/shared/products/product-facts.ts'
import type { Named, Product } from '@giftwell/shared/products/products.ts'
import type { Column } from '../list/column-head.tsx'
import classes from './product-rows.module.css'
import { IconPhoto, IconPhotoOff } from '@tabler/icons-react'
import { useBackend } from '@giftwell/shared/kernel/backend-context.ts'
import { imageAddress } from '@giftwell/shared/images/image-sizes.ts'
import { Picture } from '@giftwell/shared/images/picture.tsx'

const supplierCode: Column<Product> = {
  header: 'Supplier code',
  cell: (product) => termsOf(product).supplier_code ?? '-',
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
  { header: 'Code', cell: ({ code }) => code ?? '-', width: '9em', isExtra: true },
  supplierCode,
  { header: 'Supplier', cell: (product) => termsOf(product).supplier ?? '-', width: '11em', isExtra: true },
  { header: 'Cost (Rs.)', cell: costOf, width: '6.5em', isExtra: true },
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

/** Pixels that "+9" takes. */
const moreWidth = 28

function tags(names: readonly string[]) {
  return names.length === 0 ? '-' : <Tags key={names.join()} names={names} />
}

/** The names in one line, comma-separated: as many as the column is wide, at least one, and the number of others. */
function Tags({ names }: { readonly names: readonly string[] }) {
  const ref = useRef<HTMLSpanElement>(null)
  const text = names.join(', ')
  const [fitting, setFitting] = useState(names.length)
  useLayoutEffect(() => {
    const line = ref.current
    if (line === null) return undefined
    const widths = Array.from(line.querySelectorAll<HTMLElement>('[data-name]'), (name) => name.scrollWidth)
    const observer = new ResizeObserver(() => setFitting(fittingIn(line.clientWidth, widths)))
    observer.observe(line)
    return () => observer.disconnect()
  }, [])
  return (
    <span ref={ref} className={classes.tags} title={text}>
      {names.map((name, index) => (
        <span key={name} data-name data-cut={index >= fitting || undefined} className={classes.tag}>
          {index === 0 ? name : `, ${name}`}
        </span>
      ))}
      {fitting < names.length && <span className={classes.more} data-more={`+${names.length - fitting}`} />}
    </span>
  )
}

/** How many parts of a line fit into it beside the number of others. */
function fittingIn(width: number, widths: readonly number[]): number {
  let used = 0
  const cut = widths.findIndex((each, index) => {
    used += each
    return used + (index < widths.length - 1 ? moreWidth : 0) > width
  })
  return cut === -1 ? widths.length : Math.max(cut, 1)
}

/** A product's cost, in rupees. */
export function costOf(product: Product): string {
  const { cost_paise: cost } = termsOf(product)
  return cost == null ? '-' : rupeesOf(cost)
}

/** A product's card on phones, under its name. */
export function productCard(product: Product) {
  const facts = [
    product.code,
    termsOf(product).supplier_code,
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
