import type { UseFormReturnType } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'

import { AppError } from '../../data/app-error.ts'
import { useBackend } from '../../data/backend-context.ts'
import type { Entity, FormValues } from '../../data/entity.ts'
import type { Edited } from '../../data/table.ts'
import { useToasts } from '../../ui/toasts/toasts.ts'
import { useRulesForm } from '../../ui/use-rules-form.ts'
import { useSubmitOnce } from '../../ui/use-submit-once.ts'

/** Another user changed the record during the edit. */
export interface Conflict<R, Form> {
  /** The values that would have been saved. */
  readonly mine: Form
  /** Null when the record was deleted. */
  readonly theirs: R | null
}

interface RecordFormOptions<R extends Edited, Form extends FormValues> {
  readonly entity: Entity<R, Form>
  /** The record to edit; undefined to create one. */
  readonly record: R | undefined
  /** Prepares the values, for example uploads an image; cancels the save by throwing or returning null. */
  readonly prepare?: ((form: Form) => Promise<Form | null>) | undefined
  readonly onSaved: () => void
}

/** The state of a record's form. */
export interface RecordForm<R extends Edited, Form extends FormValues> {
  readonly form: UseFormReturnType<Form>
  readonly isSaving: boolean
  /** For a form's `onSubmit`. */
  readonly submit: ReturnType<UseFormReturnType<Form>['onSubmit']>
  /** Set when a save failed because of a concurrent change. */
  readonly conflict: Conflict<R, Form> | null
  /** Overwrites the other version, or creates a deleted record again. */
  saveMine(): void
  /** Resets the form to the other version. */
  takeTheirs(theirs: R): void
  /** Returns to the form. */
  keepEditing(): void
}

/**
 * Creates or edits one record (specification, section 4, Admin forms). Invalid values show at their field, a concurrent
 * change shows a conflict, and the input stays after any failure.
 */
export function useRecordForm<R extends Edited, Form extends FormValues>({
  entity,
  record,
  prepare,
  onSaved,
}: RecordFormOptions<R, Form>): RecordForm<R, Form> {
  const backend = useBackend()
  const toasts = useToasts()
  const creating = useMutation(entity.creating(backend))
  const updating = useMutation(entity.updating(backend))
  const [base, setBase] = useState(record)
  const [conflict, setConflict] = useState<Conflict<R, Form> | null>(null)
  const { form, submitTo } = useRulesForm<Form>({
    rules: entity.rules,
    initial: record === undefined ? entity.empty : entity.toForm(record),
  })
  const saving = useSubmitOnce(() => save(base))

  async function save(over: R | undefined) {
    const values = prepare === undefined ? form.getValues() : await prepare(form.getValues())
    if (values === null) return
    try {
      const edited = over && { id: over.id, version: over.version }
      await (edited === undefined ? creating : updating).mutateAsync({ form: values, edited })
    } catch (error) {
      await handleFailure(error, values, over)
      return
    }
    onSaved()
  }

  /** The mutation has shown a toast; this shows a conflict or a field error. */
  async function handleFailure(error: unknown, mine: Form, over: R | undefined) {
    if (!(error instanceof AppError)) return
    if (over !== undefined && (error.kind === 'stale' || error.kind === 'missing')) {
      try {
        setConflict({ mine, theirs: await entity.read(backend, over.id) })
      } catch (failure) {
        toasts.show({
          title: `Error updating ${entity.label.one}`,
          description: failure instanceof Error ? failure.message : 'An unexpected error occurred',
          variant: 'destructive',
        })
      }
    }
    const field = refusedField(error, entity)
    if (field !== undefined)
      form.setFieldError(field, fieldError(error, entity.fields[field] ?? field, entity.label.one))
  }

  const overwriting = useSubmitOnce(async () => {
    const theirs = conflict?.theirs ?? undefined
    setConflict(null)
    setBase(theirs)
    await save(theirs)
  })

  return {
    form,
    isSaving: saving.isRunning || overwriting.isRunning,
    submit: submitTo(saving.run),
    conflict,
    saveMine: () => void overwriting.run(),
    takeTheirs(theirs) {
      setBase(theirs)
      setConflict(null)
      form.setInitialValues(entity.toForm(theirs))
      form.reset()
    },
    keepEditing: () => setConflict(null),
  }
}

/** The field of a constraint, which is named `<table>_<column>_<rule>`. */
function refusedField<R extends Edited, Form extends FormValues>(
  { constraint = '' }: AppError,
  { table, fields }: Entity<R, Form>,
): string | undefined {
  return Object.keys(fields).find((field) => new RegExp(`^${table}_${field}_[a-z]+$`).test(constraint))
}

/** The error at a field whose value the server refused. */
function fieldError(error: AppError, label: string, one: string): string {
  if (error.kind === 'conflict') return `There is another ${one} with this ${label.toLowerCase()}`
  if (error.kind === 'foreign_key_violation') return `The chosen ${label.toLowerCase()} no longer exists`
  // A sentence of ours needs no introduction.
  return error.message.includes('constraint "')
    ? `${label} was not accepted: ${error.message}`
    : error.message
}
