import { SimpleGrid, Text, Button, Stack, Title } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { IconChevronRight } from '@tabler/icons-react'
import { type ReactNode, useId, useState } from 'react'

import { factLabels } from '@giftwell/shared/products/product-facts.ts'
import type { Named } from '@giftwell/shared/products/products.ts'
import { usePlatform } from '@giftwell/shared/platform/platform.ts'
import type { ImageUpload } from '../images/image-upload.ts'
import { CheckField, LongTextField, TextField, useFieldValue } from '../record/fields.tsx'
import { RowsField } from '../record/rows-field.tsx'
import { LogoPlaceField, logoPlace } from './logo-place-field.tsx'
import { type PictureUploads, PicturesField } from './pictures-field.tsx'
import { type ProductForm, selectOptions, unstoredPicture } from './product-form.ts'
import type { FormValues } from '@giftwell/shared/kernel/entity.ts'
import classes from './product-fields.module.css'

interface FactSectionsProps {
  readonly form: UseFormReturnType<ProductForm>
  readonly image: ImageUpload
  readonly uploads: PictureUploads
  readonly brandingMethods: readonly Named[]
}

/** The facts with one line each, and those with whole numbers. */
const texts = ['code', 'material', 'care', 'origin'] as const
const counts = [
  'length_mm',
  'width_mm',
  'height_mm',
  'capacity_ml',
  'weight_g',
  'min_quantity',
  'lead_days_from',
  'lead_days_to',
] as const
const purchasing = [
  'supplier',
  'cost',
  'mrp',
  'price_breaks',
  'hsn',
  'gst_rate',
  'gst_rate_from',
  'note',
] as const

/** Narrow fields beside each other, as many as there is room for. */
const narrow = { minColWidth: 'min(170px, 100%)', autoFlow: 'auto-fit', verticalSpacing: 14 } as const
const wide = { ...narrow, minColWidth: 'min(220px, 100%)' } as const

/** A product's facts, in sections that are collapsed while empty (product.md, section 2, Admin products). */
export function FactSections({ form, image, uploads, brandingMethods }: FactSectionsProps) {
  const { siteOrigin } = usePlatform()
  const text = (name: keyof typeof factLabels, inputMode: 'text' | 'numeric' | 'decimal' = 'text') => (
    <TextField key={name} form={form} name={name} label={factLabels[name]} inputMode={inputMode} />
  )
  return (
    <div>
      <FormSection form={form} title="Pictures" fields={['pictures', 'image_alt']}>
        <PicturesField form={form} image={image} uploads={uploads} />
      </FormSection>
      <FormSection
        form={form}
        title="Facts"
        fields={['description', ...texts, ...counts, 'is_brand_reminder']}
      >
        <LongTextField
          form={form}
          name="description"
          label={factLabels.description}
          rows={5}
          hint="An empty line starts a paragraph, “- ” a list item; **bold**, *italic*."
        />
        <SimpleGrid {...wide}>{texts.map((name) => text(name))}</SimpleGrid>
        <SimpleGrid {...narrow}>{counts.map((name) => text(name, 'numeric'))}</SimpleGrid>
        <CheckField
          form={form}
          name="is_brand_reminder"
          label="Brand reminder (informational or educational)"
          hint="A book, calendar, diary or dummy model, for example, which pharmaceutical companies may give to doctors."
        />
      </FormSection>
      <FormSection
        form={form}
        title="Branding and packaging"
        fields={['branding_methods', 'packaging', ...logoPlace]}
      >
        <RowsField
          form={form}
          name="branding_methods"
          label="Branding methods"
          one="branding method"
          nameOf={({ branding_method_id: id }) => brandingMethods.find((method) => method.id === id)?.name}
          columns={[
            { name: 'branding_method_id', label: 'Method', options: selectOptions(brandingMethods) },
            { name: 'area', label: 'Area' },
            { name: 'colours', label: 'Colours', inputMode: 'numeric', isShort: true },
          ]}
          hint={
            <Text size="sm" c="dimmed">
              Add others to the{' '}
              <Text
                component="a"
                inherit
                td="underline"
                href={`${siteOrigin}/admin/branding-methods`}
                target="_blank"
                rel="noreferrer"
              >
                list of branding methods
              </Text>
              .
            </Text>
          }
        />
        {text('packaging')}
        <LogoPlaceField form={form} image={image}>
          {logoPlace.map((name) => text(name, 'numeric'))}
        </LogoPlaceField>
      </FormSection>
      <FormSection form={form} title="Colours" fields={['colours']}>
        <Colours form={form} image={image} />
      </FormSection>
      <FormSection form={form} title="In the set" fields={['parts']}>
        <RowsField
          form={form}
          name="parts"
          label="Parts"
          one="part"
          nameOf={({ name }) => name}
          isOrdered
          columns={[
            { name: 'name', label: 'Name' },
            { name: 'quantity', label: 'Quantity', inputMode: 'numeric', isShort: true },
          ]}
        />
      </FormSection>
      <FormSection form={form} title="Purchasing (staff only)" fields={purchasing}>
        <SimpleGrid {...wide}>
          {text('supplier')}
          {text('cost', 'decimal')}
          {text('mrp', 'decimal')}
        </SimpleGrid>
        <RowsField
          form={form}
          name="price_breaks"
          label={factLabels.price_breaks}
          one="price"
          nameOf={({ quantity }) => quantity && `the price from ${quantity}`}
          columns={[
            { name: 'quantity', label: 'From quantity', inputMode: 'numeric', isShort: true },
            { name: 'price', label: 'Price (Rs.)', inputMode: 'decimal', isShort: true },
          ]}
        />
        <SimpleGrid {...narrow}>
          {text('hsn', 'numeric')}
          {text('gst_rate', 'decimal')}
          <TextField form={form} name="gst_rate_from" label={factLabels.gst_rate_from} type="date" />
        </SimpleGrid>
        <LongTextField form={form} name="note" label={factLabels.note} />
      </FormSection>
    </div>
  )
}

function Colours({ form, image: { image } }: Pick<FactSectionsProps, 'form' | 'image'>) {
  const rows = useFieldValue(form, 'pictures')
  const first =
    image.kind === 'stored'
      ? [image.stored.url]
      : image.kind === 'chosen'
        ? [unstoredPicture(form.getValues())]
        : []
  const pictures = [...first, ...rows.map(({ url }) => url)]
  return (
    <RowsField
      form={form}
      name="colours"
      label="Colours"
      one="colour"
      nameOf={({ name }) => name}
      isOrdered
      columns={[
        { name: 'name', label: 'Name' },
        { name: 'hex', label: 'Colour', isColour: true, isShort: true },
        {
          name: 'picture',
          label: 'Picture',
          isShort: true,
          options: pictures.map((url, index) => ({ value: url, label: `Picture ${index + 1}` })),
        },
      ]}
    />
  )
}

interface FormSectionProps<Form extends FormValues> {
  readonly form: UseFormReturnType<Form>
  readonly title: string
  readonly fields: readonly (keyof Form & string)[]
  readonly children: ReactNode
}

/** A part of a form that is collapsed while it is empty, and opens when it is filled in or refused elsewhere. */
function FormSection<Form extends FormValues>(props: FormSectionProps<Form>) {
  const { form, title, fields, children } = props
  const id = useId()
  const isFilled = fields.some((field) => isGiven(form.getValues()[field]))
  const isRefused = Object.keys(form.errors).some((path) =>
    fields.some((field) => field === path.split('.')[0]),
  )
  const [wasFilled, setWasFilled] = useState(isFilled)
  const [isOpen, setOpen] = useState(isFilled)
  if (isFilled !== wasFilled) {
    setWasFilled(isFilled)
    if (isFilled) setOpen(true)
  }
  if (isRefused && !isOpen) setOpen(true)
  return (
    <section className="line-above" aria-label={title}>
      <Title order={3}>
        <Button
          variant="subtle"
          className={classes.head}
          leftSection={<IconChevronRight size={18} stroke={1.7} aria-hidden />}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
        >
          {title}
        </Button>
      </Title>
      <Stack id={id} gap={14} py={8} hidden={!isOpen}>
        {isOpen && children}
      </Stack>
    </section>
  )
}

function isGiven(value: FormValues[string] | undefined): boolean {
  return typeof value === 'object' || typeof value === 'string' ? value.length > 0 : value === true
}
