import { Button, CloseButton, Group, NativeSelect, Progress, SimpleGrid, Stack, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useMutation, useQuery } from '@tanstack/react-query'
import { z } from 'zod'
import { type Named, products } from '@giftwell/shared/products/products.ts'
import { useBackend } from '@giftwell/shared/kernel/backend-context.ts'
import {
  type BulkChanges,
  type BulkFacts,
  type BulkField,
  FactChanges,
  type TagKind,
  bulkEditPreviewQuery,
  bulkEditing,
  factRules,
  factTexts,
  withoutPictureQuery,
} from './bulk-edit.tsx'
import type { ChosenRecords } from '@giftwell/shared/kernel/deleted-records.ts'
import { counted, plural } from '@giftwell/shared/kernel/counted.ts'
import { Dialog } from '@giftwell/shared/ui/dialog.tsx'
import { useRulesForm } from '@giftwell/shared/ui/use-rules-form.ts'
import { useDeletingMany } from '../list/selection-bar.tsx'
import recordClasses from '../record/record-dialog.module.css'
import { useDialogEntry } from '../record/use-dialog-entry.ts'
import filterClasses from './product-filters.module.css'
import { selectOptions, type ProductChoices, budgets } from './product-form.ts'
import { noneOfKind } from './admin-products.ts'

interface BulkEditDialogProps {
  readonly opened: boolean
  readonly chosen: ChosenRecords
  /** How many are chosen. */
  readonly count: number
  readonly choices: ProductChoices
  readonly onClose: () => void
  readonly onSaved: () => void
}

/** Milliseconds between a change and its preview. */
const debounceMs = 250

/** Changes many products at once: says how many will change before, and offers to undo it after. */
export function BulkEditDialog(props: BulkEditDialogProps) {
  const { opened, chosen, count, choices, onClose, onSaved } = props
  const backend = useBackend()
  const editing = useMutation(bulkEditing(backend))
  const deleting = useDeletingMany(products)
  const { form, isSending, onSubmit } = useRulesForm({
    rules: bulkRules,
    initial: nothing,
    isLive: true,
    async send(changes, { getValues }) {
      await editing.mutateAsync({ chosen, count, changes, label: labelOf(getValues(), choices) })
      leaveDialog(onSaved)
    },
  })
  const { values } = form
  const isSaving = isSending || deleting.isPending
  const isChanging = isAnySet(values)
  const isRefused = !bulkRules.safeParse(values).success
  const [previewedForm] = useDebouncedValue(values, debounceMs)
  const { data: previewed = noChanges } = bulkRules.safeParse(previewedForm)
  const preview = useQuery({
    ...bulkEditPreviewQuery(backend, { chosen, count, changes: previewed }),
    enabled: opened && hasChanges(previewed) && !isSaving && !editing.isSuccess,
  })
  const isPublishing = values.set.sample === 'yes'
  const withoutPicture = useQuery({
    ...withoutPictureQuery(backend, chosen),
    enabled: opened && isPublishing && !isSaving && !editing.isSuccess,
  })
  const { leave: leaveDialog, close } = useDialogEntry({
    opened,
    isBusy: isSaving,
    isUnsaved: () => (isChanging || isRefused) && !editing.isSuccess,
    onClose,
  })
  const isCounted = preview.data !== undefined && !preview.isPlaceholderData && previewedForm === values
  const canSave = isChanging && !isRefused && !isSaving && !(isCounted && preview.data.changed === 0)

  return (
    <Dialog opened={opened} onClose={close} title="Bulk edit" size="760px">
      <form
        onSubmit={(event) => {
          if (canSave) onSubmit(event)
          else event.preventDefault()
        }}
      >
        <fieldset disabled={isSaving}>
          <Stack gap={14}>
            {tagKinds.map(({ kind, many, optionsOf }) => (
              <TagChanges
                key={kind}
                many={many}
                options={optionsOf(choices)}
                added={values.add[kind] ?? []}
                removed={values.remove[kind] ?? []}
                onChange={(added, removed) =>
                  form.setValues({
                    add: { ...values.add, [kind]: added },
                    remove: { ...values.remove, [kind]: removed },
                  })
                }
              />
            ))}
            <SimpleGrid minColWidth="min(200px, 100%)" autoFlow="auto-fit" verticalSpacing={14}>
              {fieldsOf(choices, values).map(({ field, label, hint, options }) => (
                <NativeSelect
                  key={field}
                  label={label}
                  description={hint}
                  inputWrapperOrder={['label', 'input', 'error', 'description']}
                  value={values.set[field] ?? leave}
                  data={[{ value: leave, label: 'Leave as it is' }, ...options]}
                  onChange={({ currentTarget: { value } }) =>
                    form.setFieldValue('set', withField(values.set, field, value))
                  }
                />
              ))}
            </SimpleGrid>
            <FactChanges facts={values.facts} onChange={(facts) => form.setFieldValue('facts', facts)} />
          </Stack>
        </fieldset>
        <Text className="tabular" fw={600} mt={20} role="status">
          {isSaving
            ? `${deleting.isPending ? 'Deleting' : 'Updating'} ${counted(count, 'product')}...`
            : isRefused
              ? 'Correct the marked fields.'
              : !isChanging
                ? 'Choose what to change.'
                : preview.isError
                  ? preview.error.message
                  : isCounted
                    ? previewText(preview.data, values, choices)
                    : 'Counting...'}
        </Text>
        {isPublishing && (withoutPicture.data ?? 0) > 0 && (
          <Text role="alert" c="var(--mantine-color-error)">
            {`${counted(withoutPicture.data ?? 0, 'product of these has', 'products of these have')} no picture, and will be on the website without one.`}
          </Text>
        )}
        {isSaving && <Progress value={100} animated mb={12} aria-label="Saving" />}
        <div className={recordClasses.buttons}>
          <Button type="submit" aria-disabled={!canSave} data-disabled={!canSave}>
            {isSaving ? 'Saving...' : 'Update'}
          </Button>
          <Button variant="default" disabled={isSaving} onClick={close}>
            Cancel
          </Button>
          <Button
            variant="subtle"
            color="brick"
            disabled={isSaving}
            onClick={() => void deleting.ask(count, chosen, () => leaveDialog(onSaved))}
          >
            Delete
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

/** Doctor types are of industries that have them alone (product.md, section 5). */
function previewText(
  { matched, changed }: { readonly matched: number; readonly changed: number },
  { add }: BulkForm,
  { industries }: ProductChoices,
): string {
  const rest = matched - changed
  const changes = `${changed.toLocaleString()} of ${counted(matched, 'product')} will change.`
  if (rest === 0) return changes
  const others = counted(rest, 'already has these values', 'already have these values')
  const withDoctorTypes = industries.filter((industry) => industry.has_doctor_types).map(({ name }) => name)
  return add.doctor_type?.length
    ? `${changes} ${others}, or ${plural(rest, 'is', 'are')} not of ${withDoctorTypes.length === 0 ? 'an industry that has them' : `the industry ${withDoctorTypes.join(' or ')}`}, which doctor types need.`
    : `${changes} ${others}.`
}

/** A subcategory is one of the chosen category. */
function withField(
  { subcategory, ...set }: BulkForm['set'],
  field: BulkField,
  value: string,
): BulkForm['set'] {
  return { ...set, ...(field !== 'category' && subcategory !== undefined && { subcategory }), [field]: value }
}

interface TagChangesProps {
  /** "themes" */
  readonly many: string
  readonly options: readonly Named[]
  readonly added: readonly string[]
  readonly removed: readonly string[]
  readonly onChange: (added: readonly string[], removed: readonly string[]) => void
}

/** Chooses tags of one kind to add and to remove. */
function TagChanges({ many, options, added, removed, onChange }: TagChangesProps) {
  const left = options.filter(({ id }) => !added.includes(id) && !removed.includes(id))
  const picker = (verb: string, onPick: (id: string) => void) => (
    <NativeSelect
      label={`${verb} ${many}`}
      value=""
      data={[{ value: '', label: 'Choose' }, ...selectOptions(left)]}
      onChange={({ currentTarget: { value } }) => {
        if (value !== '') onPick(value)
      }}
    />
  )
  const chosen = [
    ...added.map((id) => ({ id, verb: 'Add' })),
    ...removed.map((id) => ({ id, verb: 'Remove' })),
  ]
  const without = (ids: readonly string[], id: string) => ids.filter((other) => other !== id)
  return (
    <SimpleGrid cols={2} verticalSpacing={10}>
      {picker('Add', (id) => onChange([...added, id], removed))}
      {picker('Remove', (id) => onChange(added, [...removed, id]))}
      {chosen.length > 0 && (
        <Group component="ul" gap={6} style={{ gridColumn: '1 / -1' }} aria-label={`Changes of ${many}`}>
          {chosen.map(({ id, verb }) => {
            const name = options.find((option) => option.id === id)?.name ?? 'unknown'
            return (
              <li key={id} className={filterClasses.chip}>
                {verb} {name}
                <CloseButton
                  size="sm"
                  radius="xl"
                  aria-label={`Leave ${name} as it is`}
                  onClick={() => onChange(without(added, id), without(removed, id))}
                />
              </li>
            )
          })}
        </Group>
      )}
    </SimpleGrid>
  )
}

/** The value of a field that is not changed. */
const leave = ''

/** Tags by their ids; fields by the values of their selects; facts as raw input. */
type BulkForm = {
  readonly add: BulkChanges['add']
  readonly remove: BulkChanges['remove']
  readonly set: Readonly<Partial<Record<BulkField, string>>>
  readonly facts: BulkFacts
}

const nothing: BulkForm = { add: {}, remove: {}, set: {}, facts: {} }
const noChanges: BulkChanges = nothing

interface TagKindChoice {
  readonly kind: TagKind
  /** "themes" */
  readonly many: string
  readonly optionsOf: (choices: ProductChoices) => readonly Named[]
}

/** The tags that a bulk edit adds and removes, in the order of the form. */
const tagKinds: readonly TagKindChoice[] = [
  { kind: 'theme', many: 'themes', optionsOf: ({ themes }) => themes },
  { kind: 'industry', many: 'industries', optionsOf: ({ industries }) => industries },
  {
    kind: 'doctor_type',
    many: 'doctor types',
    optionsOf: ({ doctorTypes }) => doctorTypes,
  },
  { kind: 'branding', many: 'branding methods', optionsOf: ({ brandingMethods }) => brandingMethods },
]

interface FieldChoice {
  readonly field: BulkField
  readonly label: string
  readonly hint?: string
  readonly options: readonly { readonly value: string; readonly label: string }[]
}

const none = { value: noneOfKind, label: 'None' }
const yesOrNo = [
  { value: 'yes', label: 'Yes' },
  { value: 'no', label: 'No' },
]

/** The fields that can be set; the subcategories are those of the chosen category. */
function fieldsOf(choices: ProductChoices, { set: { category } }: BulkForm): readonly FieldChoice[] {
  return [
    { field: 'category', label: 'Category', options: [none, ...selectOptions(choices.categories)] },
    {
      field: 'subcategory',
      label: 'Subcategory',
      options: [none, ...selectOptions(choices.subcategoriesOf(category))],
    },
    { field: 'budget', label: 'Budget', options: [none, ...selectOptions(budgets)] },
    { field: 'sample', label: 'Sample Product', hint: 'Shown on the website', options: yesOrNo },
    { field: 'featured', label: 'Featured Product', options: yesOrNo },
    { field: 'brand_reminder', label: 'Brand reminder', options: yesOrNo },
  ]
}

/** The rules of a bulk edit, whose output is saved; selects cannot be invalid. */
const bulkRules = z
  .object({
    add: z.custom<BulkForm['add']>().transform(withTags),
    remove: z.custom<BulkForm['remove']>().transform(withTags),
    set: z.custom<BulkForm['set']>().transform(fieldValues),
    facts: factRules,
  })
  .transform(({ set, facts, ...tags }): BulkChanges => ({ ...tags, set: { ...set, ...facts } }))

function withTags(tags: BulkChanges['add']) {
  return Object.fromEntries(Object.entries(tags).filter(([, ids]) => ids.length > 0))
}

function fieldValues(set: BulkForm['set']) {
  const fields = Object.entries(set).filter(([, value]) => value !== leave)
  return Object.fromEntries(fields.map(([field, value]) => [field, fieldValue(field, value)]))
}

function fieldValue(field: string, value: string) {
  if (field === 'sample' || field === 'featured' || field === 'brand_reminder') return value === 'yes'
  return value === noneOfKind ? null : value
}

/** Whether anything is chosen or typed, valid or not. */
function isAnySet({ facts, ...rest }: BulkForm): boolean {
  return Object.keys(facts).length > 0 || hasChanges(bulkRules.parse({ ...rest, facts: {} }))
}

/** Whether an edit changes anything at all. */
function hasChanges(changes: BulkChanges): boolean {
  return Object.values(changes).some((part) => Object.keys(part).length > 0)
}

/** The edit's title in lists: "Add Diwali, Category: Bags". */
function labelOf(form: BulkForm, choices: ProductChoices): string {
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
  return [...tags, ...fields, ...factTexts(form.facts)].join(', ')
}
