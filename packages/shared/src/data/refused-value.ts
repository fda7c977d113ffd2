import { AppError } from './app-error.ts'

interface Refusing {
  readonly table: string
  readonly label: { readonly one: string }
  /** The labels of the form's fields. */
  readonly fields: Readonly<Record<string, string | undefined>>
}

/**
 * Puts a violated constraint into words for the user and names the form's field. Constraints are named
 * `<table>_<column>_<rule>`; a sentence of ours and any other error stay as they are.
 */
export function inWords(error: unknown, { table, label: { one }, fields }: Refusing): unknown {
  if (!(error instanceof AppError) || error.constraint === undefined) return error
  const { kind, constraint, message } = error
  const field = Object.keys(fields).find((name) => new RegExp(`^${table}_${name}_[a-z]+$`).test(constraint))
  const label = (field === undefined ? undefined : (fields[field] ?? field)) ?? 'value'
  const words: Partial<Record<typeof kind, string>> = {
    conflict: `There is another ${one} with this ${label.toLowerCase()}`,
    foreign_key_violation: `The chosen ${label.toLowerCase()} no longer exists`,
  }
  const said = message.includes('constraint "')
    ? (words[kind] ?? `The ${label.toLowerCase()} was not accepted`)
    : message
  return new AppError(kind, said, { cause: error, constraint, field })
}
