import { AppError } from './app-error.ts'

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
