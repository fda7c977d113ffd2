import { type QueryKey, queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'

import type { Backend } from './backend.ts'
import {
  constraintFields,
  type EntityMutations,
  entityMutations,
  throwUserFacing,
} from './entity-mutations.ts'
import type { BackOfficeRoute } from './site-routes.ts'
import {
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

/** A row of a form's list, as texts. */
export type FormRow = Readonly<Record<string, string>>

/** The values of a form: texts, checkboxes, the ids of chosen records, and lists of rows. */
export type FormValues = Record<string, string | boolean | readonly string[] | readonly FormRow[]>

/** The first part of a query key: a table, or a view made of several. */
export type CachedList = TableName | 'catalogue' | 'filter-options' | 'dashboard' | 'site_details'

/** A kind of record that the back office manages. Screens depend only on this interface. */
export interface Entity<R extends Edited, Form extends FormValues> extends EntityMutations<Form> {
  readonly table: EditedTable
  /** "industry tag", "Industry Tags". */
  readonly label: { readonly one: string; readonly many: string }
  /** The screen where it is managed. */
  readonly route: BackOfficeRoute
  /** The field that names a record to people. */
  readonly nameField: string
  /** Validation rules (product.md, section 5); their output is saved. */
  readonly rules: z.ZodType<unknown, Form>
  readonly empty: Form
  /** The labels of the fields, in form order; fields without a label are edited with another one. */
  readonly fields: { readonly [Field in keyof Form & string]?: string }
  /** Fields that only make sense together, such as an image and its sizes. */
  readonly together: readonly (readonly string[])[]
  /** The embedded tables whose rows are a part of the record, by the names that its history has for them. */
  readonly rows: Readonly<Record<string, string>>
  /** The form of a new record that is entered after this one. */
  next(saved: Form): Form
  /** The form of a new record that is like this one. */
  copy(record: R): Form
  toForm(record: R): Form
  /** The order of the list (product.md, section 7). */
  readonly orderBy: Order
  /** Every record, in this order. */
  list(backend: Backend): ReturnType<typeof listOptions<R>>
  /** The current version of a record; null when it was deleted. */
  read(backend: Backend, id: string): Promise<R | null>
}

interface Definition<T extends EditedTable, S extends z.ZodObject, R> {
  readonly table: T
  readonly label: { readonly one: string; readonly many: string }
  readonly route: BackOfficeRoute
  /** The column and field that names a record to people; by default `name`. */
  readonly nameField?: keyof z.input<S> & keyof Row<T> & string
  readonly schema: S
  readonly fields: { readonly [Field in keyof z.input<S> & string]?: string }
  readonly together?: readonly (readonly (keyof z.input<S> & string)[])[]
  readonly rows?: Readonly<Record<string, TableName>>
  /** The fields that a new record takes from the previous one. */
  readonly keptForNext?: readonly (keyof z.input<S> & string)[]
  /** The unique fields, which a duplicate lacks. */
  readonly clearedOnDuplicate?: readonly (keyof z.input<S> & string)[]
  /** By default the newest first. */
  readonly orderBy?: Order
  /** Columns and embedded records; by default all columns. */
  readonly select?: string
  /** The fields that are not the column of their name. */
  readonly toForm?: (record: R) => Partial<z.input<S>>
  /** By default inserts or updates a row; records with links override it to save in one transaction. */
  readonly save?: (backend: Backend, values: z.output<S>, edited?: Edited) => Promise<unknown>
  /** Other cached queries to invalidate. */
  readonly shownIn?: readonly CachedList[]
}

/** Makes fields that are not columns a compile error, unless `save` handles them. */
type OnlyColumns<T extends EditedTable, S extends z.ZodObject> =
  Exclude<keyof z.output<S>, keyof Insert<T>> extends never ? unknown : { save: unknown }

type OtherThanTexts<Values> = {
  readonly [Field in keyof Values as Values[Field] extends string ? never : Field]: Values[Field]
}

/** The values of an empty form, where it has more than texts. */
type EmptyValues<S extends z.ZodObject> = keyof OtherThanTexts<z.input<S>> extends never
  ? { readonly empty?: undefined }
  : { readonly empty: OtherThanTexts<z.input<S>> }

const newestFirst: Order = { column: 'created_at', ascending: false }

/** Declares an entity. Everything that lists, edits and deletes it derives from this. */
export function defineEntity<T extends EditedTable, S extends z.ZodObject, R extends Edited = Row<T>>(
  definition: Definition<T, S, R> & OnlyColumns<T, S> & EmptyValues<S>,
): Entity<R, z.input<S> & FormValues> {
  type Form = z.input<S> & FormValues
  const { table, label, route, nameField = 'name', schema, shownIn = [], orderBy = newestFirst } = definition
  const source = { table, select: definition.select ?? '*', order: orderBy }
  // OnlyColumns guarantees that the schema's output is an insert of the table.
  const save =
    definition.save ??
    ((backend: Backend, values: z.output<S>, edited?: Edited) =>
      edited === undefined
        ? insertRow(backend, table, values as Insert<T>)
        : updateRow(backend, table, edited, values as Insert<T>))
  const refuse = throwUserFacing(label.one, definition.fields, constraintFields(definition))
  const mutations = entityMutations<Form>({
    table,
    label,
    nameField,
    lists: [table, ...shownIn],
    save: (backend, form, edited) => save(backend, schema.parse(form), edited).catch(refuse),
  })

  const only = (fields: readonly (keyof Form & string)[] = [], values: Form) =>
    Object.fromEntries(fields.map((field) => [field, values[field]])) as Partial<Form> // those of `fields`
  const texts = Object.keys(schema.shape).map((field) => [field, ''])
  // The fields of the schema.
  const empty = { ...Object.fromEntries(texts), ...definition.empty } as Form
  const toForm = (record: R): Form => ({
    ...valuesByName(record, empty),
    ...(definition.toForm?.(record) as Partial<Form>), // fields of the schema
  })
  return {
    table,
    label,
    route,
    nameField,
    rules: schema as unknown as z.ZodType<unknown, Form>, // an object schema's input are its fields' inputs
    empty,
    fields: definition.fields,
    together: definition.together ?? [],
    rows: definition.rows ?? {},
    next: (saved) => ({ ...empty, ...only(definition.keptForNext, saved) }),
    copy(record) {
      const form = toForm(record)
      const emptied = only(definition.clearedOnDuplicate, empty)
      const name = form[nameField]
      return { ...form, ...emptied, [nameField]: `${typeof name === 'string' ? name : ''} (copy)` }
    },
    toForm,
    orderBy,
    list: (backend) => listOptions<R>(backend, source),
    read: (backend, id) => readOne<R>(backend, source, id),
    ...mutations,
  }
}

/** Each field is the column of its name, as the field holds it; empty for null. */
function valuesByName<Form extends FormValues>(record: object, empty: Form): Form {
  const columns = new Map<string, unknown>(Object.entries(record))
  const values = Object.entries(empty).map(([field, none]) => [field, valueOf(columns.get(field), none)])
  return Object.fromEntries(values) as Form // the fields of `empty`
}

function valueOf(column: unknown, none: FormValues[string]): FormValues[string] {
  if (typeof none === 'boolean') return column === true
  if (typeof none === 'object') return Array.isArray(column) ? column.map(String) : none
  return typeof column === 'number' || typeof column === 'string' ? String(column) : none
}

function listOptions<R>(backend: Backend, source: Parameters<typeof readAll>[1]) {
  return queryOptions({
    queryKey: [source.table, 'all'] as QueryKey,
    queryFn: ({ signal }) => readAll<R>(backend, source, signal),
  })
}

/** Ids and names, by name, for selects (product.md, section 7, Admin side). */
export function namesQuery(
  backend: Backend,
  { table, nameField }: Pick<Entity<Edited, FormValues>, 'table' | 'nameField'>,
) {
  return queryOptions({
    queryKey: [table, 'names'],
    queryFn: ({ signal }) =>
      readAll<{ id: string; name: string }>(
        backend,
        {
          table,
          select: nameField === 'name' ? 'id, name' : `id, name:${nameField}`,
          order: { column: nameField, ascending: true },
        },
        signal,
      ),
  })
}
