import type { UseFormReturnType } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { AppError, errorMessage } from '@giftwell/shared/kernel/app-error.ts'
import { useBackend } from '@giftwell/shared/kernel/backend-context.ts'
import type { Entity, FormValues } from '@giftwell/shared/kernel/entity.ts'
import type { Edited } from '@giftwell/shared/kernel/table.ts'
import { useToasts } from '@giftwell/shared/ui/toasts/toasts.ts'
import { useRulesForm } from '@giftwell/shared/ui/use-rules-form.ts'
import { useSubmitOnce } from '@giftwell/shared/ui/use-submit-once.ts'

/** Another user changed the record during the edit. */
interface Conflict<R, Form> {
  /** The values that would have been saved, with what only the other user has changed. */
  readonly mine: Form
  /** Null when the record was deleted. */
  readonly theirs: R | null
  /** What both have changed. */
  readonly conflicts: readonly FieldGroup[]
  /** What only the other user has changed. */
  readonly taken: readonly FieldGroup[]
}

interface RecordFormOptions<R extends Edited, Form extends FormValues> {
  readonly entity: Entity<R, Form>
  /** The record to edit; undefined to create one. */
  readonly record: R | undefined
  /** Prepares the values, for example uploads an image, and reads them last; cancels the save by throwing or returning null. */
  readonly prepare?: ((read: () => Form) => Promise<Form | null>) | undefined
  /** Called when the form has taken fields of another user's version. */
  readonly onTaken?: ((theirs: R, fields: readonly string[]) => void) | undefined
  /** The values of a new record's form; the entity's empty ones by default. */
  readonly initial?: Form | undefined
  /** Shows a new record, where the list may hide it. */
  readonly onShow?: (() => void) | undefined
  /** Called with whether another record is to be entered, for which the form is then prepared. */
  readonly onSaved: (saved: Form, isAnother: boolean) => void
}

/** The state of a record's form. */
export interface RecordForm<R extends Edited, Form extends FormValues> {
  readonly form: UseFormReturnType<Form>
  readonly isSaving: boolean
  /** For a form's `onSubmit`; a button named `anotherButton` keeps the form open for the next new record. */
  readonly submit: ReturnType<UseFormReturnType<Form>['onSubmit']>
  /** Set when a save failed because of a concurrent change. */
  readonly conflict: Conflict<R, Form> | null
  /** Saves my version but for these fields, or creates a deleted record again. */
  saveChosen(theirs?: readonly FieldGroup[]): void
  /** Resets the form to the other version. */
  takeTheirs(): void
  /** Puts values of a former version into the form; the save that follows offers to undo it. */
  restore(former: R, values: Partial<Form>): void
  /** Returns to the form, which has these fields of the other version and is edited on top of it. */
  keepEditing(theirs?: readonly FieldGroup[]): void
}

/** The name of the button that creates a record and prepares the form for another one. */
export const anotherButton = 'another'

/**
 * Creates or edits one record (product.md, section 4, Admin forms). Invalid values show at their field, and the input
 * stays after any failure. A concurrent change is merged; only fields that both sides have changed show a conflict.
 */
export function useRecordForm<R extends Edited, Form extends FormValues>({
  entity,
  record,
  prepare,
  onTaken,
  initial = entity.empty,
  onShow,
  onSaved,
}: RecordFormOptions<R, Form>): RecordForm<R, Form> {
  const backend = useBackend()
  const toasts = useToasts()
  const creating = useMutation(entity.creating(backend))
  const updating = useMutation(entity.updating(backend))
  const [base, setBase] = useState(record)
  const [conflict, setConflict] = useState<Conflict<R, Form> | null>(null)
  const { form, isSending, onSubmit } = useRulesForm({
    rules: entity.rules,
    initial: record === undefined ? initial : entity.toForm(record),
    async send(_values, _form, submitter) {
      await save(base, submitter?.getAttribute('name') === anotherButton)
      return false // what is unsaved then is `save`'s matter
    },
  })
  const isRestored = useRef(false)

  async function save(over: R | undefined, isAnother = false) {
    const values = prepare === undefined ? form.getValues() : await prepare(form.getValues)
    if (values === null) return
    try {
      if (over === undefined) await creating.mutateAsync({ form: values, onShow })
      else {
        const { id, version } = over
        // After a restored version the toast offers the version from before.
        const before = isRestored.current ? entity.toForm(over) : undefined
        await updating.mutateAsync({ form: values, edited: { id, version }, before })
      }
    } catch (error) {
      await handleFailure(error, values, over)
      return
    }
    const isAnotherNext = over === undefined && isAnother
    if (isAnotherNext) {
      const next = entity.next(values)
      form.setInitialValues(next)
      form.reset()
    }
    onSaved(values, isAnotherNext)
  }

  /** The mutation has shown a toast; this shows a conflict or a field error. */
  async function handleFailure(error: unknown, mine: Form, over: R | undefined) {
    if (!(error instanceof AppError)) return
    if (over !== undefined && (error.kind === 'stale' || error.kind === 'missing')) {
      await mergeOrAsk(mine, over)
      return
    }
    if (error.field !== undefined) form.setFieldError(error.field, error.message)
  }

  /** Merges and saves without asking where possible, and asks about conflicts. */
  async function mergeOrAsk(mine: Form, over: R) {
    let theirs: R | null
    try {
      theirs = await entity.read(backend, over.id)
    } catch (failure) {
      toasts.show({
        title: `Error updating ${entity.label.one}`,
        description: errorMessage(failure),
        variant: 'destructive',
      })
      return
    }
    if (theirs === null) {
      setConflict({ mine, theirs, conflicts: [], taken: [] })
      return
    }
    const versions = { base: entity.toForm(over), mine, theirs: entity.toForm(theirs) }
    const { merged, conflicts, theirs: taken } = mergeVersions(versions, entity.together)
    // A version that was refused is not sent again.
    if (conflicts.length > 0 || theirs.version === over.version) {
      setConflict({ mine: merged, theirs, conflicts, taken })
      return
    }
    accept(theirs, merged, taken)
    await save(theirs)
  }

  /** Puts merged values into the form, to be saved over the other version. */
  function accept(theirs: R, values: Form, taken: readonly FieldGroup[]) {
    setBase(theirs)
    form.setInitialValues(entity.toForm(theirs))
    form.setValues(values)
    onTaken?.(theirs, taken.flat())
  }

  function acceptChosen(chosen: readonly FieldGroup[]) {
    if (conflict === null || conflict.theirs === null) return
    const { mine, theirs, taken } = conflict
    accept(theirs, applyTheirs(mine, entity.toForm(theirs), chosen), [...taken, ...chosen])
  }

  const overwriting = useSubmitOnce(async () => {
    const theirs = conflict?.theirs ?? undefined
    setConflict(null)
    setBase(theirs)
    await save(theirs)
  })

  return {
    form,
    isSaving: isSending || overwriting.isRunning,
    submit: onSubmit,
    conflict,
    saveChosen(theirs = []) {
      acceptChosen(theirs)
      void overwriting.run()
    },
    takeTheirs() {
      if (conflict === null || conflict.theirs === null) return
      const values = entity.toForm(conflict.theirs)
      accept(conflict.theirs, values, [Object.keys(values)])
      setConflict(null)
    },
    restore(former, values) {
      isRestored.current = true
      form.setValues(values)
      onTaken?.(former, Object.keys(values))
    },
    keepEditing(theirs = []) {
      acceptChosen(theirs)
      setConflict(null)
    },
  }
}

/** Fields that only make sense together, which are merged as one; most fields are alone. */
export type FieldGroup = readonly string[]

/** Two versions of a record that began with the same one. */
interface Merge<Form extends FormValues> {
  /** What only one side has changed, of either side; what both have changed, of mine. */
  readonly merged: Form
  /** What both sides have changed, to different values. */
  readonly conflicts: readonly FieldGroup[]
  /** What only they have changed. */
  readonly theirs: readonly FieldGroup[]
}

/** Merges two versions of a form's values field by field. */
export function mergeVersions<Form extends FormValues>(
  versions: { readonly base: Form; readonly mine: Form; readonly theirs: Form },
  together: readonly FieldGroup[],
): Merge<Form> {
  const { base, mine, theirs } = versions
  const alone = Object.keys(base).filter((field) => !together.some((group) => group.includes(field)))
  const groups = [...together, ...alone.map((field) => [field])]
  const differing = groups.filter((group) => !areSame(group, mine, theirs))
  const onlyTheirs = differing.filter((group) => areSame(group, mine, base))
  return {
    merged: applyTheirs(mine, theirs, onlyTheirs),
    conflicts: differing.filter((group) => !areSame(group, mine, base) && !areSame(group, theirs, base)),
    theirs: onlyTheirs,
  }
}

/** My version with some fields of theirs. */
export function applyTheirs<Form extends FormValues>(
  mine: Form,
  theirs: Form,
  groups: readonly FieldGroup[],
): Form {
  const taken = groups.flat().map((field) => [field, theirs[field]])
  return { ...mine, ...Object.fromEntries(taken) }
}

/** Whether two values of a field are the same; ids are compared as sets, rows in their order. */
export function isSameValue(
  one: FormValues[string] | undefined,
  other: FormValues[string] | undefined,
): boolean {
  if (typeof one !== 'object' || typeof other !== 'object') return one === other
  const items = [one, other].map((list) => list.map((item) => JSON.stringify(item)))
  const isSet = [...one, ...other].every((item) => typeof item === 'string')
  const [mine = [], theirs = []] = isSet ? items.map((ids) => ids.toSorted()) : items
  return mine.join() === theirs.join()
}

function areSame(group: FieldGroup, one: FormValues, other: FormValues): boolean {
  return group.every((field) => isSameValue(one[field], other[field]))
}
