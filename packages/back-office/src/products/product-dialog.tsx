import { ColorSwatch } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'

import { industryChoicesQuery, subcategoryChoicesQuery } from './admin-products.ts'
import { type Named, type Product, products } from '@giftwell/shared/products/products.ts'
import { useBackend } from '@giftwell/shared/kernel/backend-context.ts'
import { useToasts } from '@giftwell/shared/ui/toasts/toasts.ts'
import { useImageUpload } from '../images/image-upload.ts'
import { RecordDialog } from '../record/record-dialog.tsx'
import { usePictureUploads } from './pictures-field.tsx'
import { ProductFields } from './product-fields.tsx'
import {
  type ProductChoices,
  type ProductForm,
  anyHasDoctorTypes,
  coloursOfStored,
  imageInForm,
  imageOf,
  imageOfRow,
  storedImageOf,
  subcategoriesOf,
} from './product-form.ts'
import { ProductThumbnail } from './product-rows.tsx'

interface ProductDialogProps {
  readonly opened: boolean
  /** The product to edit; undefined to create one. */
  readonly product: Product | undefined
  readonly choices: ProductChoices
  /** The values of a new product. */
  readonly initial: ProductForm
  /** Whether these are another product's. */
  readonly isCopy: boolean
  readonly onClose: () => void
  /** Shows a new product, where the list may hide it. */
  readonly onShow: (() => void) | undefined
  readonly onSaved: (saved: ProductForm) => void
}

/** The dialog that creates or edits a product (product.md, section 2, Admin products). */
export function ProductDialog(props: ProductDialogProps) {
  const { opened, product, choices, initial, isCopy, onSaved } = props
  const backend = useBackend()
  const queryClient = useQueryClient()
  const toasts = useToasts()
  const image = useImageUpload(product === undefined ? imageOf(initial) : storedImageOf(product))
  const uploads = usePictureUploads()
  const { discard } = image
  useEffect(() => {
    // The dialog stays mounted until it is opened again.
    if (!opened) discard()
  }, [opened, discard])

  /**
   * Uploads the pictures, of which the first is the product's image. Drops doctor types of other industries, and a
   * subcategory that no longer belongs to its category (the form shows "None").
   */
  async function prepare(read: () => ProductForm): Promise<ProductForm | null> {
    try {
      const industries = await queryClient.query({ ...industryChoicesQuery(backend), staleTime: 'static' })
      const subcategories = await queryClient.query({
        ...subcategoryChoicesQuery(backend),
        staleTime: 'static',
      })
      if (!(await uploads.finish())) return null // the section says why
      const stored = await image.upload()
      const form = read()
      const [second, ...others] = form.pictures
      const isSubcategoryShown = subcategoriesOf(subcategories, form.category_id).some(
        ({ id }) => id === form.subcategory_id,
      )
      return {
        ...form,
        subcategory_id: isSubcategoryShown ? form.subcategory_id : '',
        ...imageInForm(stored),
        image_alt: stored === null ? '' : form.image_alt,
        ...(stored === null &&
          second !== undefined && {
            ...imageInForm(imageOfRow(second)),
            image_alt: second.alt,
            pictures: others,
          }),
        ...(stored !== null &&
          image.image.kind === 'chosen' && { colours: coloursOfStored(form, stored.url) }),
        doctor_type_ids: anyHasDoctorTypes(industries, form.industry_ids) ? form.doctor_type_ids : [],
      }
    } catch (error) {
      if (error instanceof Error && error.name === 'AbortError') return null // the upload was cancelled
      console.error('Error submitting form', error)
      toasts.show({ title: 'Error submitting form', description: 'Please try again', variant: 'destructive' })
      return null
    }
  }

  return (
    <RecordDialog
      entity={products}
      opened={opened}
      record={product}
      onClose={props.onClose}
      onShow={props.onShow}
      initial={initial}
      intro={
        product !== undefined
          ? 'Update the product details below.'
          : isCopy
            ? 'A copy with all pictures, facts and terms. “Code” and “Supplier code” are empty, since each product needs its own.'
            : 'Fill in the details to create a new product.'
      }
      size="1040px"
      prepare={prepare}
      shown={{
        category_id: nameIn(choices.categories),
        subcategory_id: nameIn(choices.subcategories),
        image_url: showImage,
        industry_ids: namesIn(choices.industries),
        doctor_type_ids: namesIn(choices.doctorTypes),
        theme_ids: namesIn(choices.themes),
        pictures: (pictures) =>
          pictures.map(({ url }) => <ProductThumbnail key={url} image={{ image_url: url }} />),
        branding_methods: (rows) =>
          listed(rows, ({ branding_method_id: id, area, colours }) => {
            const details = [area, colours && `colours: ${colours}`].filter(Boolean).join(', ')
            return `${nameIn(choices.brandingMethods)(id)}${details && ` (${details})`}`
          }),
        colours: (rows) =>
          rows.map((row, index) => <ColourName key={row.name} {...row} isFirst={index === 0} />),
        parts: (rows) => listed(rows, ({ name, quantity }) => `${quantity} × ${name}`),
        price_breaks: (rows) => listed(rows, ({ quantity, price }) => `${quantity}: Rs.${price}`),
      }}
      isUnsavedElsewhere={image.isChanged || uploads.left > 0}
      onTaken={(theirs, fields) => {
        if (fields.includes('image_url')) image.reset(storedImageOf(theirs))
      }}
      onAnother={() => {
        image.saved()
        image.reset(null)
      }}
      onSaved={(saved) => {
        image.saved()
        onSaved(saved)
      }}
    >
      {(fields) => (
        <ProductFields
          {...fields}
          productId={product?.id}
          image={image}
          uploads={uploads}
          choices={choices}
        />
      )}
    </RecordDialog>
  )
}

function showImage(url: string) {
  return <ProductThumbnail image={{ image_url: url }} />
}

/** A colour by its name, and as it looks. */
function ColourName({ name, hex, isFirst }: { name: string; hex: string; isFirst: boolean }) {
  return (
    <>
      {isFirst ? '' : ', '}
      {hex !== '' && (
        <ColorSwatch
          component="span"
          size={12}
          color={hex}
          role="img"
          aria-label={hex}
          mr={4}
          display="inline-block"
        />
      )}
      {name}
    </>
  )
}

function listed<Item>(rows: readonly Item[], text: (row: Item) => string): string {
  return rows.map(text).join(', ')
}

function nameIn(choices: readonly Named[]) {
  return (id: string) => choices.find((choice) => choice.id === id)?.name ?? ''
}

function namesIn(choices: readonly Named[]) {
  return (ids: readonly string[]) =>
    choices
      .filter(({ id }) => ids.includes(id))
      .map(({ name }) => name)
      .join(', ')
}
