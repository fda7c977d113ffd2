import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'

import { subcategoryChoicesQuery } from './admin-products.ts'
import { type Named, type Product, products } from '@giftwell/shared/products/products.ts'
import { useBackend } from '@giftwell/shared/kernel/backend-context.ts'
import { namesQuery } from '@giftwell/shared/kernel/entity.ts'
import { useToasts } from '@giftwell/shared/ui/toasts/toasts.ts'
import { useImageUpload } from '../images/image-upload.ts'
import { RecordDialog } from '../record/record-dialog.tsx'
import { ProductFields } from './product-fields.tsx'
import {
  anyHasDoctorTypes,
  imageInForm,
  imageOf,
  type ProductForm,
  storedImageOf,
  subcategoriesOf,
} from './product-form.ts'
import { ProductThumbnail } from './product-rows.tsx'
import type { ProductChoices } from './use-product-choices.ts'

interface ProductDialogProps {
  readonly opened: boolean
  /** The product to edit; undefined to create one. */
  readonly product: Product | undefined
  readonly choices: ProductChoices
  /** The values of a new product. */
  readonly initial: ProductForm
  readonly onClose: () => void
  /** Shows a new product, where the list may hide it. */
  readonly onShow: (() => void) | undefined
  readonly onSaved: (saved: ProductForm) => void
}

/** The dialog that creates or edits a product (product.md, section 2, Admin products). */
export function ProductDialog(props: ProductDialogProps) {
  const { opened, product, choices, initial, onSaved } = props
  const backend = useBackend()
  const queryClient = useQueryClient()
  const toasts = useToasts()
  const image = useImageUpload(product === undefined ? imageOf(initial) : storedImageOf(product))
  const { discard } = image
  useEffect(() => {
    // The dialog stays mounted until it is opened again.
    if (!opened) discard()
  }, [opened, discard])

  /**
   * Uploads the image, and drops doctor types of other industries and a subcategory that no longer belongs to its
   * category, which the form shows as "None".
   */
  async function prepare(form: ProductForm): Promise<ProductForm | null> {
    try {
      const industries = await queryClient.query({
        ...namesQuery(backend, 'industry_tags'),
        staleTime: 'static',
      })
      const subcategories = await queryClient.query({
        ...subcategoryChoicesQuery(backend),
        staleTime: 'static',
      })
      const stored = await image.upload()
      const isSubcategoryShown = subcategoriesOf(subcategories, form.category_id).some(
        ({ id }) => id === form.subcategory_id,
      )
      return {
        ...form,
        subcategory_id: isSubcategoryShown ? form.subcategory_id : '',
        ...imageInForm(stored),
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
        product === undefined
          ? 'Fill in the details to create a new product.'
          : 'Update the product details below.'
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
      }}
      isUnsavedElsewhere={image.isChanged}
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
      {(fields) => <ProductFields {...fields} productId={product?.id} image={image} choices={choices} />}
    </RecordDialog>
  )
}

function showImage(url: string) {
  return <ProductThumbnail image={{ image_url: url }} />
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
