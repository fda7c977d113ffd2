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
  return `${counted(count, 'link')} ${count === 1 ? 'was' : 'were'} left out, because the other end was deleted or changed in the meantime`
}
