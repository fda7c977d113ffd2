import { mutationOptions } from '@tanstack/react-query'

import { counted } from './counted.ts'
import { AppError } from './app-error.ts'
import type { Backend } from './backend.ts'
import { type ChosenRecords, deleteRecords, readDeleted, restoreRecord } from './deleted-records.ts'
import { MutationOutcome, type MutationMeta } from './query-client.ts'
import { deleteRow, type Edited, type EditedTable } from './table.ts'

interface Saved<Form> {
  readonly form: Form
  /** The record to update; undefined to insert. */
  readonly edited?: Edited | undefined
}

interface MutatedEntity<Form> {
  readonly table: EditedTable
  /** "industry tag", "Industry Tags". */
  readonly label: { readonly one: string; readonly many: string }
  /** The cached lists that show the entity, its own among them. */
  readonly lists: readonly string[]
  save(backend: Backend, form: Form, edited?: Edited): Promise<unknown>
}

/** The mutations of an entity, with their toasts (product.md, section 8) and the queries that they invalidate. */
export type EntityMutations<Form> = ReturnType<typeof entityMutations<Form>>

/** Makes the mutations of an entity. */
export function entityMutations<Form>({ table, label: { one, many }, lists, save }: MutatedEntity<Form>) {
  const names = many.toLowerCase()
  const One = sentenceCase(one)
  const Names = sentenceCase(names)
  const shown = lists.map((list) => [list])
  const shownOrDeleted = [...shown, ['deleted_records']]
  const restoring = (backend: Backend, done: string, failed: string) =>
    restoringOptions(backend, {
      meta: { invalidates: shownOrDeleted, done, failed },
      key: [table, 'restore'],
    })
  const restoringOne = (backend: Backend) =>
    restoring(backend, `${One} restored successfully`, `Error restoring ${one}`)
  const restoringMany = (backend: Backend) =>
    restoring(backend, `${Names} restored successfully`, `Error restoring ${names}`)

  return {
    /** Creates a record; the caller reports the success, whose toast may lead to the record. */
    creating: (backend: Backend) =>
      mutationOptions({
        mutationKey: [table, 'create'],
        meta: { invalidates: shown, failed: `Error creating ${one}` },
        mutationFn: ({ form }: Saved<Form>) => save(backend, form),
      }),
    /** Updates a record; the caller reports the success, whose toast may offer to undo it. */
    updating: (backend: Backend) =>
      mutationOptions({
        mutationKey: [table, 'update'],
        meta: { invalidates: shown, failed: `Error updating ${one}` },
        mutationFn: ({ form, edited }: Saved<Form>) => save(backend, form, edited),
      }),
    /** Undoes an update: saves the form from before over the version that the update has made. */
    reverting: (backend: Backend) =>
      mutationOptions({
        mutationKey: [table, 'update'],
        meta: {
          invalidates: shown,
          done: `${One} updated successfully`,
          failed: `Error updating ${one}`,
        },
        async mutationFn({ form, edited }: Saved<Form>) {
          try {
            await save(backend, form, edited)
          } catch (error) {
            // A stale save is shown by its dialog, and there is none.
            throw error instanceof AppError && error.kind === 'stale'
              ? new AppError('conflict', error.message)
              : error
          }
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
          await deleteRow(backend, table, id)
          const deleted = await readDeleted(backend, id)
          return new MutationOutcome(deleted === null ? undefined : whatWasDeleted(deleted), {
            mutation: restoringOne(backend),
            variables: id,
          })
        },
      }),
    /** Deletes several records in one transaction, and offers to undo it. */
    deletingMany: (backend: Backend) =>
      mutationOptions({
        mutationKey: [table, 'delete'],
        meta: {
          invalidates: shownOrDeleted,
          done: `${Names} deleted successfully`,
          failed: `Error deleting ${names}`,
        },
        async mutationFn(chosen: ChosenRecords) {
          const { deleted, products, undo } = await deleteRecords(backend, table, chosen)
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
export function sentenceCase(label: string): string {
  return label.charAt(0).toUpperCase() + label.slice(1)
}

function whatWasDeleted({ name, products }: { name: string; products: number }, it = 'it'): string {
  if (products === 0) return name
  return `${name}: ${counted(products, 'product')} had ${it}`
}

/** Restores what was deleted, and says how many links were left out. */
export function restoringOptions(
  backend: Backend,
  options: { meta: MutationMeta; key: readonly string[]; leftOutMessage?: (count: number) => string },
) {
  return mutationOptions({
    mutationKey: options.key,
    meta: options.meta,
    async mutationFn(id: string) {
      const leftOut = await restoreRecord(backend, id)
      return new MutationOutcome(
        leftOut === 0 ? undefined : (options.leftOutMessage ?? linksLeftOut)(leftOut),
      )
    },
  })
}

function linksLeftOut(count: number): string {
  return `${counted(count, 'link was', 'links were')} left out, because the other end was deleted or changed in the meantime`
}

/** The server has rejected the value of a form’s field. */
export class RejectedValue extends AppError {
  readonly field: string

  constructor(field: string, ...error: ConstructorParameters<typeof AppError>) {
    super(...error)
    this.field = field
  }
}

interface RejectedForm {
  readonly table: string
  readonly label: { readonly one: string }
  /** The labels of the form's fields. */
  readonly fields: Readonly<Record<string, string | undefined>>
  /** The tables of rows that are a part of the record, by name; one that is a field of the form is refused as a whole. */
  readonly rows?: Readonly<Record<string, string>>
}

const forbidden = 'You may not change this: your account is not an administrator’s.'

/**
 * A user-facing error for a violated policy or constraint, with the form’s field. Constraints are named
 * `<table>_<column>_<rule>`; a sentence of ours and any other error stay as they are.
 */
function userFacing(error: unknown, { table, label: { one }, fields, rows = {} }: RejectedForm): unknown {
  if (!(error instanceof AppError)) return error
  const { kind, constraint, message } = error
  if (kind === 'forbidden' && message.includes('row-level security'))
    return new AppError(kind, forbidden, { cause: error })
  if (constraint === undefined) return error
  const [list = '', of = table] =
    Object.entries(rows).find(([, embedded]) => constraint.startsWith(`${embedded}_`)) ?? []
  const field =
    list in fields
      ? list
      : Object.keys(fields).find((name) => new RegExp(`^${of}_${name}_[a-z]+$`).test(constraint))
  const label = (field === undefined ? undefined : (fields[field] ?? field)) ?? 'value'
  const words: Partial<Record<typeof kind, string>> = {
    conflict: `There is another ${one} with this ${label.toLowerCase()}`,
    foreign_key_violation: `The chosen ${label.toLowerCase()} no longer exists`,
  }
  const sentence = message.includes('constraint "')
    ? (words[kind] ?? `The ${label.toLowerCase()} was not accepted`)
    : message
  const options = { cause: error, constraint }
  return field === undefined
    ? new AppError(kind, sentence, options)
    : new RejectedValue(field, kind, sentence, options)
}

/** Handles a rejected promise of a save: throws a user-facing error (product.md, section 8). */
export function throwUserFacing(form: RejectedForm) {
  return (error: unknown): never => {
    throw userFacing(error, form)
  }
}
