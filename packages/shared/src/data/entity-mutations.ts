import { mutationOptions } from '@tanstack/react-query'

import { AppError } from './app-error.ts'
import type { Backend } from './backend.ts'
import { type ChosenRecords, deleteRecords, readDeleted, restoreRecord } from './deleted-records.ts'
import { MutationOutcome } from './mutation-outcome.ts'
import type { MutationMeta } from './query-client.ts'
import type { Edited, EditedTable } from './table.ts'

interface Saved<Form> {
  readonly form: Form
  /** The record to update; undefined to insert. */
  readonly edited?: Edited | undefined
  /** What the toast says more than its title. */
  readonly said?: MutationOutcome | undefined
}

/** Inserts or updates a record. */
export function savingOptions<Form>(given: {
  meta: MutationMeta
  key: readonly string[]
  save: (form: Form, edited?: Edited) => Promise<unknown>
}) {
  return mutationOptions({
    mutationKey: given.key,
    meta: given.meta,
    async mutationFn({ form, edited, said }: Saved<Form>) {
      await given.save(form, edited)
      return said
    },
  })
}

/** Undoes an update, as `saving` does it, unless the record has changed since. */
export function revertingOptions<Form>(
  { mutationKey, meta = {}, mutationFn }: ReturnType<typeof savingOptions<Form>>,
  form: Form,
  edited: Edited,
) {
  return mutationOptions({
    ...(mutationKey && { mutationKey }),
    meta,
    async mutationFn(_id: string, context) {
      try {
        await mutationFn?.({ form, edited }, context)
      } catch (error) {
        // A stale save is shown by its dialog, and there is none.
        throw error instanceof AppError && error.kind === 'stale'
          ? new AppError('conflict', error.message)
          : error
      }
      return new MutationOutcome()
    },
  })
}

/** Deletes a record, and offers to undo it. */
export function deletingOptions(
  backend: Backend,
  given: {
    meta: MutationMeta
    key: readonly string[]
    remove: (id: string) => Promise<void>
    restoring: ReturnType<typeof restoringOptions>
  },
) {
  return mutationOptions({
    mutationKey: given.key,
    meta: given.meta,
    async mutationFn(id: string) {
      await given.remove(id)
      const deleted = await readDeleted(backend, id)
      return new MutationOutcome(deleted === null ? undefined : whatWasDeleted(deleted), {
        mutation: given.restoring,
        variables: id,
      })
    },
  })
}

/** Deletes several records in one transaction, and offers to undo it. */
export function deletingManyOptions(
  backend: Backend,
  given: {
    meta: MutationMeta
    table: EditedTable
    many: string
    restoring: ReturnType<typeof restoringOptions>
  },
) {
  return mutationOptions({
    mutationKey: [given.table, 'delete'],
    meta: given.meta,
    async mutationFn(chosen: ChosenRecords) {
      const { deleted, products, undo } = await deleteRecords(backend, given.table, chosen)
      const name = `${deleted.toLocaleString()} ${given.many}`
      return new MutationOutcome(whatWasDeleted({ name, products }, 'them'), {
        mutation: given.restoring,
        variables: undo,
      })
    },
  })
}

function whatWasDeleted({ name, products }: { name: string; products: number }, it = 'it'): string {
  if (products === 0) return name
  return `${name}: ${products === 1 ? '1 product' : `${products.toLocaleString()} products`} had ${it}`
}

/** Restores what was deleted, and says how many links were left out. */
export function restoringOptions(
  backend: Backend,
  given: { meta: MutationMeta; key: readonly string[]; sayLeftOut?: (count: number) => string },
) {
  return mutationOptions({
    mutationKey: given.key,
    meta: given.meta,
    async mutationFn(id: string) {
      const leftOut = await restoreRecord(backend, id)
      return new MutationOutcome(leftOut === 0 ? undefined : (given.sayLeftOut ?? linksLeftOut)(leftOut))
    },
  })
}

function linksLeftOut(count: number): string {
  const links = count === 1 ? '1 link was' : `${count.toLocaleString()} links were`
  return `${links} left out, since the other end was deleted or changed meanwhile`
}
