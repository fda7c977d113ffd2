import { noneOfKind } from './admin-products.ts'
import type { Named } from '@giftwell/shared/products/products.ts'
import type { BulkChanges, BulkField, TagKind } from './bulk-edit.ts'
import { budgets, selectOptions, type ProductChoices } from './use-product-choices.ts'

/** The value of a field that is not changed. */
export const leave = ''

/** Tags by their ids; fields by the values of their selects. */
export interface BulkForm {
  readonly add: BulkChanges['add']
  readonly remove: BulkChanges['remove']
  readonly set: Readonly<Partial<Record<BulkField, string>>>
}

interface TagKindChoice {
  readonly kind: TagKind
  /** "themes" */
  readonly many: string
  readonly optionsOf: (choices: ProductChoices) => readonly Named[]
}

/** The tags that a bulk edit adds and removes, in the order of the form. */
export const tagKinds: readonly TagKindChoice[] = [
  { kind: 'theme', many: 'themes', optionsOf: ({ themes }) => themes },
  { kind: 'industry', many: 'industries', optionsOf: ({ industries }) => industries },
  {
    kind: 'doctor_type',
    many: 'doctor types',
    optionsOf: ({ doctorTypes }) => doctorTypes,
  },
]

interface FieldChoice {
  readonly field: BulkField
  readonly label: string
  readonly options: readonly { readonly value: string; readonly label: string }[]
}

const none = { value: noneOfKind, label: 'None' }
const yesOrNo = [
  { value: 'yes', label: 'Yes' },
  { value: 'no', label: 'No' },
]

/** The fields that can be set; the subcategories are those of the chosen category. */
export function fieldsOf(choices: ProductChoices, { set: { category } }: BulkForm): readonly FieldChoice[] {
  return [
    { field: 'category', label: 'Category', options: [none, ...selectOptions(choices.categories)] },
    {
      field: 'subcategory',
      label: 'Subcategory',
      options: [none, ...selectOptions(choices.subcategoriesOf(category))],
    },
    { field: 'budget', label: 'Budget', options: [none, ...selectOptions(budgets)] },
    { field: 'sample', label: 'Sample Product', options: yesOrNo },
    { field: 'featured', label: 'Featured Product', options: yesOrNo },
  ]
}

/** The changes that a form asks for. */
export function changesOf({ add, remove, set }: BulkForm): BulkChanges {
  const fields = Object.entries(set).filter(([, value]) => value !== leave)
  return {
    add: withTags(add),
    remove: withTags(remove),
    set: Object.fromEntries(fields.map(([field, value]) => [field, fieldValue(field, value)])),
  }
}

function withTags(tags: BulkChanges['add']) {
  return Object.fromEntries(Object.entries(tags).filter(([, ids]) => ids.length > 0))
}

function fieldValue(field: string, value: string) {
  if (field === 'sample' || field === 'featured') return value === 'yes'
  return value === noneOfKind ? null : value
}

/** Whether an edit changes anything at all. */
export function hasChanges(changes: BulkChanges): boolean {
  return Object.values(changes).some((part) => Object.keys(part).length > 0)
}

/** What the edit is listed by: "Add Diwali, Category: Bags". */
export function labelOf(form: BulkForm, choices: ProductChoices): string {
  const tags = (['add', 'remove'] as const).flatMap((deed) =>
    tagKinds.flatMap(({ kind, optionsOf }) =>
      optionsOf(choices)
        .filter(({ id }) => form[deed][kind]?.includes(id))
        .map(({ name }) => `${deed === 'add' ? 'Add' : 'Remove'} ${name}`),
    ),
  )
  const fields = fieldsOf(choices, form).flatMap(({ field, label, options }) => {
    const option = options.find(({ value }) => value === form.set[field])
    return option === undefined ? [] : [`${label}: ${option.label}`]
  })
  return [...tags, ...fields].join(', ')
}
