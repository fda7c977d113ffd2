import { Checkbox } from '@mantine/core'

import { budgetBands } from '../../domain/budget.ts'
import { TextField } from '../crud/fields.tsx'
import { ImageField } from '../images/image-field.tsx'
import type { ImageUpload } from '../images/use-image-upload.ts'
import { listErrorMessage } from '../lists/failure-in-words.ts'
import { ListFailure } from '../lists/list-notice.tsx'
import type { FieldsProps } from '../records/record-dialog.tsx'
import { useFieldValue } from '../records/use-field-value.ts'
import { ChoiceField } from './choice-field.tsx'
import classes from './product-fields.module.css'
import { hasDoctorTypes, type ProductForm } from './product-form.ts'
import { TagGroup } from './tag-group.tsx'
import type { ProductChoices } from './use-product-choices.ts'

interface ProductFieldsProps extends FieldsProps<ProductForm> {
  readonly image: ImageUpload
  readonly choices: ProductChoices
}

const budgets = budgetBands.map((band) => ({ id: band, name: band }))

/** The fields of a product in the specification's order (section 2, Admin products). */
export function ProductFields({ form, isSaving, image, choices }: ProductFieldsProps) {
  const categoryId = useFieldValue(form, 'category_id')
  const industryIds = useFieldValue(form, 'industry_ids')
  return (
    <>
      {choices.error !== null && (
        <ListFailure onRetry={choices.retry}>
          Not everything to choose from could be loaded: {listErrorMessage(choices.error)}
        </ListFailure>
      )}
      <div className={classes.columns}>
        <div className={classes.column}>
          <TextField form={form} name="name" label="Name" isRequired isFirst />
          <div className={classes.pair}>
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
          </div>
          <div className={classes.pair}>
            <ChoiceField form={form} name="budget" label="Budget" options={budgets} />
            <TextField form={form} name="video_url" label="Video URL" type="url" inputMode="url" />
          </div>
          <ImageField image={image} disabled={isSaving} />
        </div>
        <div className={classes.column}>
          <TagGroup form={form} name="industry_ids" label="Industries" options={choices.industries} />
          {hasDoctorTypes(choices.industries, industryIds) && (
            <TagGroup form={form} name="doctor_type_ids" label="Doctor Types" options={choices.doctorTypes} />
          )}
          <TagGroup form={form} name="theme_ids" label="Themes" options={choices.themes} />
          <div className={classes.marks}>
            <Checkbox
              key={form.key('is_sample')}
              label="Sample Product"
              {...form.getInputProps('is_sample', { type: 'checkbox' })}
            />
            <Checkbox
              key={form.key('is_featured')}
              label="Featured Product"
              {...form.getInputProps('is_featured', { type: 'checkbox' })}
            />
          </div>
        </div>
      </div>
    </>
  )
}
