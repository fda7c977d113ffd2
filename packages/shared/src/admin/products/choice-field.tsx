import { NativeSelect } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'

import type { Named } from '../../data/admin-products.ts'
import { useFieldValue } from '../records/use-field-value.ts'
import type { ProductForm } from './product-form.ts'

interface ChoiceFieldProps {
  readonly form: UseFormReturnType<ProductForm>
  readonly name: 'category_id' | 'subcategory_id' | 'budget'
  readonly label: string
  readonly options: readonly Named[]
  readonly onChosen?: () => void
}

/**
 * One record to choose, or "None". The platform's own select: known to every keyboard, phone and screen reader, and
 * never cut off by the dialog. Its value is set, so that an option which arrives later is shown as chosen.
 */
export function ChoiceField({ form, name, label, options, onChosen }: ChoiceFieldProps) {
  const { defaultValue: _, onChange, ...field } = form.getInputProps(name)
  return (
    <NativeSelect
      {...field}
      label={label}
      size="md"
      value={useFieldValue(form, name)}
      data={[
        { value: '', label: 'None' },
        ...options.map((option) => ({ value: option.id, label: option.name })),
      ]}
      onChange={(event) => {
        onChange(event)
        onChosen?.()
      }}
    />
  )
}
