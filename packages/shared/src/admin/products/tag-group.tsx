import { Button } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useRef } from 'react'

import type { Named } from '../../data/admin-products.ts'
import { CheckboxGrid } from '../crud/checkbox-grid.tsx'
import { useFieldValue } from '../records/use-field-value.ts'
import classes from './product-fields.module.css'
import type { ProductForm } from './product-form.ts'

interface TagGroupProps {
  readonly form: UseFormReturnType<ProductForm>
  readonly name: 'industry_ids' | 'doctor_type_ids' | 'theme_ids'
  readonly label: string
  readonly options: readonly Named[]
}

/** Tags to check, with Select All and Deselect All: of the two, those that would change something. */
export function TagGroup({ form, name, label, options }: TagGroupProps) {
  const chosen = useFieldValue(form, name)
  const isAll = options.every(({ id }) => chosen.includes(id))
  const button = useRef<HTMLButtonElement>(null)
  const check = (ids: readonly string[]) => form.setFieldValue(name, [...ids])
  return (
    <CheckboxGrid
      form={form}
      name={name}
      label={label}
      options={options}
      actions={
        options.length > 0 && (
          <div className={classes.actions}>
            <Button
              ref={button}
              variant="subtle"
              size="compact-sm"
              onClick={() => check(isAll ? [] : options.map(({ id }) => id))}
            >
              {isAll ? 'Deselect All' : 'Select All'}
            </Button>
            {!isAll && chosen.length > 0 && (
              <Button
                variant="subtle"
                size="compact-sm"
                onClick={() => {
                  button.current?.focus() // this one goes away
                  check([])
                }}
              >
                Deselect All
              </Button>
            )}
          </div>
        )
      }
    />
  )
}
