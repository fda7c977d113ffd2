import type { FormValues } from '@giftwell/shared/kernel/entity.ts'

/** Fields that only make sense together, which are merged as one; most fields are alone. */
export type FieldGroup = readonly string[]

/** Two versions of a record that began with the same one. */
export interface Merge<Form extends FormValues> {
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
