import { mutationOptions } from '@tanstack/react-query'

import { counted } from './counted.ts'
import { AppError } from './app-error.ts'
import type { Backend } from './backend.ts'
import { type ChosenWork, deleteRecords, readDeleted, restoreRecord } from './deleted-records.ts'
import { MutationOutcome, type MutationMeta } from './query-client.ts'
import type { Edited, EditedTable } from './table.ts'

interface Created<Form> {
  readonly form: Form
  /** Shows the new record, where the list may hide it: its toast offers this. */
  readonly onShow?: (() => void) | undefined
}

interface Updated<Form> {
  readonly form: Form
  /** The version that was edited. */
  readonly edited: Edited
  /** The values that the toast offers to save again. */
  readonly before?: Form | undefined
}

type FormOfEntity = Readonly<Record<string, unknown>>

interface MutatedEntity<Form> {
  readonly table: EditedTable
  /** "industry tag", "Industry Tags". */
  readonly label: { readonly one: string; readonly many: string }
  readonly nameField: string
  /** The cached lists that show the entity, its own among them. */
  readonly lists: readonly string[]
  save(backend: Backend, form: Form, edited?: Edited): Promise<unknown>
}

/** The mutations of an entity, with their toasts (product.md, section 8) and the queries that they invalidate. */
export type EntityMutations<Form extends FormOfEntity> = ReturnType<typeof entityMutations<Form>>

/** Makes the mutations of an entity. */
export function entityMutations<Form extends FormOfEntity>(entity: MutatedEntity<Form>) {
  const { table, nameField, lists, save } = entity
  const { one, many } = entity.label
  const names = many.toLowerCase()
  const One = sentenceCase(one)
  const Names = sentenceCase(names)
  const shown = lists.map((list) => [list])
  const shownOrDeleted = [...shown, ['deleted_records']]
  const restoring = (backend: Backend, done: string, failed: string) =>
    restoringOptions(backend, {
      meta: { invalidates: shownOrDeleted, done, failed },
      key: [table, 'restore'],
      title: `Restoring ${names}`,
    })
  const restoringOne = (backend: Backend) =>
    restoring(backend, `${One} restored successfully`, `Error restoring ${one}`)
  const restoringMany = (backend: Backend) =>
    restoring(backend, `${Names} restored successfully`, `Error restoring ${names}`)
  const update = {
    mutationKey: [table, 'update'],
    meta: { invalidates: shown, done: `${One} updated successfully`, failed: `Error updating ${one}` },
  }
  /** Undoes an update: saves the form from before over the version that the update has made. */
  const reverting = (backend: Backend) =>
    mutationOptions({
      ...update,
      mutationFn: async ({ form, edited }: Updated<Form>) => save(backend, form, edited),
    })

  return {
    creating: (backend: Backend) =>
      mutationOptions({
        mutationKey: [table, 'create'],
        meta: { invalidates: shown, done: `${One} created successfully`, failed: `Error creating ${one}` },
        async mutationFn({ form, onShow }: Created<Form>) {
          await save(backend, form)
          return onShow
            ? new MutationOutcome(String(form[nameField]), { label: 'Show', onPress: onShow })
            : new MutationOutcome()
        },
      }),
    /** Updates a record, and offers to undo it where it has the form from before. */
    updating: (backend: Backend) =>
      mutationOptions({
        ...update,
        meta: { ...update.meta, showsConflict: true },
        async mutationFn({ form, edited, before }: Updated<Form>) {
          await save(backend, form, edited)
          const made = { ...edited, version: edited.version + 1 }
          return new MutationOutcome(
            undefined,
            before && { mutation: reverting(backend), variables: { form: before, edited: made } },
          )
        },
      }),
    /** Deletes a record, and offers to undo it. */
    deleting: (backend: Backend) =>
      mutationOptions({
        mutationKey: [table, 'delete'],
        meta: {
          invalidates: shownOrDeleted,
          done: `${One} deleted successfully`,
          failed: `Error deleting ${one}`,
        },
        async mutationFn(id: string) {
          const work = { chosen: { ids: [id] }, count: 1 }
          const { undo } = await deleteRecords(backend, table, work, `Deleting ${one}`)
          const deleted = await readDeleted(backend, undo)
          return new MutationOutcome(deleted === null ? undefined : whatWasDeleted(deleted), {
            mutation: restoringOne(backend),
            variables: undo,
          })
        },
      }),
    /** Deletes several records, and offers to undo it. */
    deletingMany: (backend: Backend) =>
      mutationOptions({
        mutationKey: [table, 'delete'],
        meta: {
          invalidates: shownOrDeleted,
          done: `${Names} deleted successfully`,
          failed: `Error deleting ${names}`,
        },
        async mutationFn(work: ChosenWork) {
          const title = `Deleting ${names}`
          const { deleted, products, undo } = await deleteRecords(backend, table, work, title)
          const name = `${deleted.toLocaleString()} ${names}`
          return new MutationOutcome(whatWasDeleted({ name, products }, 'them'), {
            mutation: restoringMany(backend),
            variables: undo,
          })
        },
      }),
    /** Restores a deleted record. */
    restoring: restoringOne,
    /** Restores records that were deleted together. */
    restoringMany,
  }
}

/** "industry tag" becomes "Industry tag". */
function sentenceCase(label: string): string {
  return label.charAt(0).toUpperCase() + label.slice(1)
}

function whatWasDeleted({ name, products }: { name: string; products: number }, it = 'it'): string {
  if (products === 0) return name
  return `${name}: ${counted(products, 'product')} had ${it}`
}

/** Restores deleted records, and reports the number of omitted links. */
export function restoringOptions(
  backend: Backend,
  options: {
    meta: MutationMeta
    key: readonly string[]
    /** The title of its progress. */
    title: string
    leftOutMessage?: (count: number) => string
  },
) {
  return mutationOptions({
    mutationKey: options.key,
    meta: options.meta,
    async mutationFn(id: string) {
      const leftOut = await restoreRecord(backend, id, options.title)
      return new MutationOutcome(
        leftOut === 0 ? undefined : (options.leftOutMessage ?? linksLeftOut)(leftOut),
      )
    },
  })
}

function linksLeftOut(count: number): string {
  return `${counted(count, 'link was', 'links were')} left out, because the other end was deleted or changed in the meantime`
}

interface ConstrainedForm {
  readonly table: string
  /** The labels of the form's fields. */
  readonly fields: Readonly<Record<string, string | undefined>>
  /** The tables of the record's own rows, by name; an error in one that is a form field is shown at that field. */
  readonly rows?: Readonly<Record<string, string>>
}

/** The form's field that a constraint is about. */
type FieldOfConstraint = (constraint: string) => string | undefined

/** Maps constraints to fields of a form: they are named `<table>_<column>_<rule>`, and a rule is one word. */
export function constraintFields({ table, fields, rows = {} }: ConstrainedForm): FieldOfConstraint {
  const lists = Object.entries(rows).filter(([list]) => list in fields)
  const columns = new Map<string, string>(
    [table, ...Object.values(rows)].flatMap((of) =>
      Object.keys(fields).map((field) => [`${of}_${field}`, field] as const),
    ),
  )
  return (constraint) =>
    lists.find(([, of]) => constraint.startsWith(`${of}_`))?.[0] ??
    columns.get(constraint.slice(0, constraint.lastIndexOf('_')))
}

/**
 * A user-facing error for a violated constraint, with the form’s field. A sentence of ours and any other error stay as
 * they are.
 */
function userFacing(
  error: unknown,
  one: string,
  labels: ConstrainedForm['fields'],
  fieldOf: FieldOfConstraint,
): unknown {
  if (!(error instanceof AppError) || error.constraint === undefined) return error
  const { kind, constraint, message } = error
  const field = fieldOf(constraint)
  const label = (field === undefined ? undefined : (labels[field] ?? field)) ?? 'value'
  const words: Partial<Record<typeof kind, string>> = {
    conflict: `There is another ${one} with this ${label.toLowerCase()}`,
    foreign_key_violation: `The chosen ${label.toLowerCase()} no longer exists`,
  }
  const sentence = message.includes('constraint "')
    ? (words[kind] ?? `The ${label.toLowerCase()} was not accepted`)
    : message
  return new AppError(kind, sentence, { cause: error, constraint, field })
}

/** Handles a rejected promise of a save: throws a user-facing error (product.md, section 8). */
export function throwUserFacing(...form: [one: string, ConstrainedForm['fields'], FieldOfConstraint]) {
  return (error: unknown): never => {
    throw userFacing(error, ...form)
  }
}
