import { mutationOptions, type QueryKey, queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'

import type { Backend } from './backend.ts'
import {
  deleteRow,
  type Edited,
  type EditedTable,
  type Insert,
  insertRow,
  type Order,
  readAll,
  readOne,
  type Row,
  type TableName,
  updateRow,
} from './table.ts'

/** What an editor's fields hold: texts as typed, ticks, and the ids of chosen records. */
export type FormValues = Record<string, string | boolean | readonly string[]>

/** The first part of a query key: a table, or a view made of several. */
export type CachedList = TableName | 'catalogue' | 'filter-options' | 'dashboard'

/** A kind of record that the back office manages, whatever it is; screens ask for no more than this. */
export interface Entity<R extends Edited, Form extends FormValues> {
  readonly table: EditedTable
  /** "industry tag", "Industry Tags". */
  readonly label: { readonly one: string; readonly many: string }
  /** The rules of the specification's section 5; their output is what is saved. */
  readonly rules: z.ZodType<unknown, Form>
  readonly empty: Form
  /** The fields as people call them, in the order of the form; those without a name go with another one. */
  readonly fields: { readonly [Field in keyof Form & string]?: string }
  /** A record as the form shows it. */
  toForm(record: R): Form
  /** Every record, in the order of the specification's section 7. */
  list(backend: Backend): ReturnType<typeof listOptions<R>>
  /** One record as it is now; null when it is gone. */
  read(backend: Backend, id: string): Promise<R | null>
  creating(backend: Backend): ReturnType<typeof savingOptions<Form>>
  updating(backend: Backend): ReturnType<typeof savingOptions<Form>>
  deleting(backend: Backend): ReturnType<typeof deletingOptions>
}

interface Definition<T extends EditedTable, S extends z.ZodObject, R> {
  readonly table: T
  readonly label: { readonly one: string; readonly many: string }
  readonly schema: S
  readonly empty: z.input<S>
  readonly fields: { readonly [Field in keyof z.input<S> & string]?: string }
  readonly orderBy: Order
  /** Columns and embedded records; all columns unless given. */
  readonly select?: string
  /** Unless given, each field is the column of its name, as text, and empty for null. */
  readonly toForm?: (record: R) => z.input<S>
  /** Unless given, a row is made or changed; a record with links is saved as one. */
  readonly save?: (backend: Backend, values: z.output<S>, edited?: Edited) => Promise<unknown>
  /** Other cached lists that show these records. */
  readonly shownIn?: readonly CachedList[]
}

/** Fields that are not columns are an error, which structural typing would let through; links are saved by `save`. */
type OnlyColumns<T extends EditedTable, S extends z.ZodObject> =
  Exclude<keyof z.output<S>, keyof Insert<T>> extends never ? unknown : { save: unknown }

/** Declares a kind of record once: everything that lists, edits and deletes it follows from here. */
export function defineEntity<T extends EditedTable, S extends z.ZodObject, R extends Edited = Row<T>>(
  definition: Definition<T, S, R> & OnlyColumns<T, S>,
): Entity<R, z.input<S> & FormValues> {
  type Form = z.input<S> & FormValues
  const { table, label, schema, shownIn = [] } = definition
  const source = { table, select: definition.select ?? '*', order: definition.orderBy }
  const invalidates = [table, ...shownIn].map((list) => [list])
  // The schema's output is an insert of the table: OnlyColumns and the constraint above say so, field by field.
  const save =
    definition.save ??
    ((backend: Backend, values: z.output<S>, edited?: Edited) =>
      edited === undefined
        ? insertRow(backend, table, values as Insert<T>)
        : updateRow(backend, table, edited, values as Insert<T>))
  const saving = (backend: Backend, verb: 'creat' | 'updat') =>
    savingOptions<Form>({
      meta: {
        invalidates,
        done: `${sentenceCase(label.one)} ${verb}ed successfully`,
        failed: `Error ${verb}ing ${label.one}`,
      },
      key: [table, verb],
      save: (form, edited) => save(backend, schema.parse(form), edited),
    })

  return {
    table,
    label,
    rules: schema as unknown as z.ZodType<unknown, Form>, // an object's schema takes what its fields take
    empty: definition.empty as Form,
    fields: definition.fields,
    toForm: definition.toForm
      ? (record) => definition.toForm?.(record) as Form
      : byName(definition.empty as Form),
    list: (backend) => listOptions<R>(backend, source),
    read: (backend, id) => readOne<R>(backend, source, id),
    creating: (backend) => saving(backend, 'creat'),
    updating: (backend) => saving(backend, 'updat'),
    deleting: (backend) =>
      deletingOptions({
        meta: {
          invalidates,
          done: `${sentenceCase(label.one)} deleted successfully`,
          failed: `Error deleting ${label.one}`,
        },
        key: [table, 'delete'],
        remove: (id) => deleteRow(backend, table, id),
      }),
  }
}

/** "Industry tag" of "industry tag". */
function sentenceCase(label: string): string {
  return label.charAt(0).toUpperCase() + label.slice(1)
}

function byName<Form extends FormValues>(empty: Form) {
  return (record: object): Form => {
    const columns = record as Record<string, unknown>
    const shown = Object.keys(empty).map((field) => [field, textOf(columns[field])])
    return Object.fromEntries(shown) as Form // the fields of `empty`, each a text
  }
}

function textOf(column: unknown): string {
  if (typeof column === 'number') return String(column)
  return typeof column === 'string' ? column : ''
}

function listOptions<R>(backend: Backend, source: Parameters<typeof readAll>[1]) {
  return queryOptions({
    queryKey: [source.table, 'all'] as QueryKey,
    queryFn: ({ signal }) => readAll<R>(backend, source, signal),
  })
}

interface Saved<Form> {
  readonly form: Form
  /** The record that is changed; none when one is made. */
  readonly edited?: Edited | undefined
}

function savingOptions<Form>(given: {
  meta: { invalidates: QueryKey[]; done: string; failed: string }
  key: readonly string[]
  save: (form: Form, edited?: Edited) => Promise<unknown>
}) {
  return mutationOptions({
    mutationKey: given.key,
    meta: given.meta,
    mutationFn: ({ form, edited }: Saved<Form>) => given.save(form, edited),
  })
}

function deletingOptions(given: {
  meta: { invalidates: QueryKey[]; done: string; failed: string }
  key: readonly string[]
  remove: (id: string) => Promise<void>
}) {
  return mutationOptions({ mutationKey: given.key, meta: given.meta, mutationFn: given.remove })
}

/** Ids and names in alphabetical order, to choose from (specification, section 7, Admin side). */
export function namesQuery(
  backend: Backend,
  table: 'categories' | 'industry_tags' | 'doctor_type_tags' | 'themes',
) {
  return queryOptions({
    queryKey: [table, 'names'],
    queryFn: ({ signal }) =>
      readAll<{ id: string; name: string }>(
        backend,
        { table, select: 'id, name', order: { column: 'name', ascending: true } },
        signal,
      ),
  })
}
