import { Button, Group, NativeSelect, SimpleGrid, Stack, Text } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useDebouncedCallback, useDidUpdate } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { productsNamedQuery } from './admin-products.ts'
import type { Named } from '@giftwell/shared/products/products.ts'
import { useBackend } from '@giftwell/shared/kernel/backend-context.ts'
import { usePlatform } from '@giftwell/shared/platform/platform.ts'
import { CheckboxGrid, CheckField, TextField, useFieldValue } from '../record/fields.tsx'
import { ImageField } from '../images/image-field.tsx'
import type { ImageUpload } from '../images/image-upload.ts'
import { listErrorMessage, ListFailure } from '../list/list-card.tsx'
import type { FieldsProps } from '../record/record-dialog.tsx'
import classes from './product-fields.module.css'
import { FactSections } from './fact-sections.tsx'
import type { PictureUploads } from './pictures-field.tsx'
import {
  type ProductChoices,
  type ProductForm,
  anyHasDoctorTypes,
  budgets,
  selectOptions,
} from './product-form.ts'

interface ProductFieldsProps extends FieldsProps<ProductForm> {
  /** Undefined for a new product. */
  readonly productId: string | undefined
  readonly image: ImageUpload
  readonly uploads: PictureUploads
  readonly choices: ProductChoices
}

/** Debounce of the search for products of the same name, in milliseconds. */
const debounceMs = 300

/** Two fields beside each other, where there is room. */
const pair = { minColWidth: 'min(200px, 100%)', autoFlow: 'auto-fit', verticalSpacing: 14 } as const

/** The fields of a product in the order of product.md (section 2, Admin products). */
export function ProductFields({ form, isSaving, productId, image, uploads, choices }: ProductFieldsProps) {
  const categoryId = useFieldValue(form, 'category_id')
  const industryIds = useFieldValue(form, 'industry_ids')
  const isSample = useFieldValue(form, 'is_sample')
  const isFeatured = useFieldValue(form, 'is_featured')
  const isHiddenFeature = isFeatured && !isSample
  // The server refused the former image.
  useDidUpdate(() => form.clearFieldError('image_url'), [image.image])
  return (
    <>
      {choices.error !== null && (
        <ListFailure onRetry={choices.retry}>
          Some of the options could not be loaded: {listErrorMessage(choices.error)}
        </ListFailure>
      )}
      <div className={classes.columns}>
        <Stack gap={14} miw={0}>
          <TextField
            form={form}
            name="name"
            label="Name"
            isRequired
            isFirst
            hint={<Namesake form={form} productId={productId} />}
          />
          <SimpleGrid {...pair}>
            <ChoiceField
              form={form}
              name="category_id"
              label="Category"
              options={choices.categories}
              onChosen={() => form.setFieldValue('subcategory_id', '')}
            />
            <ChoiceField
              form={form}
              name="subcategory_id"
              label="Subcategory"
              options={choices.subcategoriesOf(categoryId)}
            />
          </SimpleGrid>
          <SimpleGrid {...pair}>
            <ChoiceField form={form} name="budget" label="Budget" options={budgets} />
            <TextField form={form} name="video_url" label="Video URL" type="url" inputMode="url" />
          </SimpleGrid>
        </Stack>
        <Stack gap={14} miw={0}>
          <ImageField image={image} disabled={isSaving} error={form.errors['image_url']} />
          <TextField form={form} name="supplier_code" label="Supplier code" />
        </Stack>
      </div>
      <SimpleGrid minColWidth="min(260px, 100%)" autoFlow="auto-fit" spacing="lg" verticalSpacing={14}>
        <TagGroup form={form} name="industry_ids" label="Industries" options={choices.industries} />
        {anyHasDoctorTypes(choices.industries, industryIds) && (
          <TagGroup form={form} name="doctor_type_ids" label="Doctor Types" options={choices.doctorTypes} />
        )}
        <TagGroup form={form} name="theme_ids" label="Themes" options={choices.themes} />
      </SimpleGrid>
      <Group gap="10px 32px" py={4} align="flex-start">
        <CheckField
          form={form}
          name="is_sample"
          label="Sample Product"
          hint="Shown on the website. Without it, the product is a draft."
        />
        <CheckField
          form={form}
          name="is_featured"
          label="Featured Product"
          hint={
            <Text
              component="span"
              inherit
              aria-live="polite"
              c={isHiddenFeature ? 'var(--mantine-color-error)' : 'inherit'}
            >
              {isHiddenFeature
                ? 'Not shown yet: only sample products are featured on the home page.'
                : 'Shown on the home page.'}
            </Text>
          }
        />
      </Group>
      <FactSections form={form} image={image} uploads={uploads} brandingMethods={choices.brandingMethods} />
    </>
  )
}

interface ChoiceFieldProps {
  readonly form: UseFormReturnType<ProductForm>
  readonly name: 'category_id' | 'subcategory_id' | 'budget'
  readonly label: string
  readonly options: readonly Named[]
  readonly onChosen?: () => void
}

/**
 * A native select with "None", which works with every keyboard, phone and screen reader and is not clipped by the dialog.
 * It is controlled, so that an option that loads later is selected.
 */
function ChoiceField({ form, name, label, options, onChosen }: ChoiceFieldProps) {
  const { defaultValue: _, onChange, ...field } = form.getInputProps(name)
  return (
    <NativeSelect
      {...field}
      label={label}
      size="md"
      value={useFieldValue(form, name)}
      data={[{ value: '', label: 'None' }, ...selectOptions(options)]}
      onChange={(event) => {
        onChange(event)
        onChosen?.()
      }}
    />
  )
}

interface TagGroupProps {
  readonly form: UseFormReturnType<ProductForm>
  readonly name: 'industry_ids' | 'doctor_type_ids' | 'theme_ids'
  readonly label: string
  readonly options: readonly Named[]
}

/** Tag checkboxes with Select All and Deselect All; one that would change nothing is disabled. */
function TagGroup({ form, name, label, options }: TagGroupProps) {
  const chosen = useFieldValue(form, name)
  const buttons = [
    {
      text: 'Select All',
      ids: options.map(({ id }) => id),
      isOff: options.every(({ id }) => chosen.includes(id)),
    },
    { text: 'Deselect All', ids: [], isOff: chosen.length === 0 },
  ]
  return (
    <CheckboxGrid
      form={form}
      name={name}
      label={label}
      options={options}
      actions={
        options.length > 0 && (
          <Group className={classes.actions} gap={4} mt={-24} wrap="nowrap">
            {buttons.map(({ text, ids, isOff }) => (
              <Button
                key={text}
                variant="subtle"
                size="compact-sm"
                // `disabled` would lose the focus.
                aria-disabled={isOff}
                data-disabled={isOff}
                onClick={() => {
                  if (!isOff) form.setFieldValue(name, ids)
                }}
              >
                {text}
              </Button>
            ))}
          </Group>
        )
      }
    />
  )
}

interface NamesakeProps {
  readonly form: UseFormReturnType<ProductForm>
  readonly productId: string | undefined
}

/** Says that another product has the name, with a link to it; names may repeat. */
function Namesake({ form, productId }: NamesakeProps) {
  const { siteOrigin } = usePlatform()
  const [name, setName] = useState(() => form.getValues().name.trim())
  const setNameDebounced = useDebouncedCallback((typed: string) => setName(typed.trim()), debounceMs)
  form.watch('name', ({ value }) => setNameDebounced(value))
  const { data } = useQuery(productsNamedQuery(useBackend(), name))
  const other = data?.find(({ id }) => id !== productId)
  return (
    <Text component="span" inherit aria-live="polite" c="var(--mantine-color-error)">
      {other !== undefined && (
        <span>
          There is another product with this name.{' '}
          <Text
            component="a"
            inherit
            td="underline"
            href={`${siteOrigin}/admin/products?product=${other.id}`}
            target="_blank"
            rel="noreferrer"
          >
            Open it
          </Text>
        </span>
      )}
    </Text>
  )
}
