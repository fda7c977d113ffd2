import { z } from 'zod'

import { defineEntity } from '@giftwell/shared/kernel/entity.ts'
import { optionalText } from '@giftwell/shared/kernel/form-rules.ts'
import { parseJson } from '@giftwell/shared/kernel/parse-json.ts'
import type { Row } from '@giftwell/shared/kernel/table.ts'

/** The Board's fields, in the order of its sheet. */
export const boardNames = [
  'nature',
  'extent',
  'timing',
  'location',
  'consequences',
  'measures',
  'contact',
] as const

/** Their labels. */
export const boardFields = {
  nature: 'Nature',
  extent: 'Extent',
  timing: 'Timing',
  location: 'Location',
  consequences: 'Consequences',
  measures: 'Measures',
  contact: 'Contact',
} as const

/** A local date and time of a field as an instant; null when it is none. */
export function instantOf(local: string): Date | null {
  const moment = new Date(local)
  return Number.isNaN(moment.getTime()) ? null : moment
}

/** An instant as a field for a local date and time has it. */
function localOf(instant: string | null): string {
  return instant === null ? '' : new Date(instant).toLocaleString('sv').slice(0, 16).replace(' ', 'T')
}

function optionalMoment(label: string) {
  return z
    .string()
    .refine((local) => local === '' || instantOf(local) !== null, `${label} is not a date and time`)
    .transform((local) => instantOf(local)?.toISOString() ?? null)
}

const maxLength = 5000

/**
 * The record of a breach (product.md, section 2, Privacy requests). There is one row, like the site's settings;
 * its history has earlier breaches.
 */
export const breaches = defineEntity({
  table: 'breaches',
  label: { one: 'breach', many: 'Breaches' },
  route: '/admin/privacy',
  schema: z.object({
    known_since: optionalMoment('Known since'),
    since: optionalMoment('From'),
    until: optionalMoment('To'),
    tables: z.array(z.string()),
    nature: optionalText(boardFields.nature, maxLength),
    extent: optionalText(boardFields.extent, maxLength),
    timing: optionalText(boardFields.timing, maxLength),
    location: optionalText(boardFields.location, maxLength),
    consequences: optionalText(boardFields.consequences, maxLength),
    measures: optionalText(boardFields.measures, maxLength),
    contact: optionalText(boardFields.contact, maxLength),
    letter: optionalText('Text for each person', maxLength),
  }),
  empty: { tables: ['leads'] },
  fields: {
    known_since: 'Known since',
    since: 'From',
    until: 'To',
    tables: 'Kinds of data',
    ...boardFields,
    letter: 'Text for each person',
  },
  orderBy: { column: 'id', ascending: true },
  toForm: ({ known_since, since, until }: Row<'breaches'>) => ({
    known_since: localOf(known_since),
    since: localOf(since),
    until: localOf(until),
  }),
})

/** The values of the form of a breach, as texts. */
export type BreachForm = typeof breaches.empty

/** The storage key of version 1.0, in one person's browser. */
const formerKey = 'giftwell-breach'

/** The form before the first save, with what version 1.0 has stored in this browser. */
export function newBreach(): BreachForm {
  const stored = parseJson(localStorage.getItem(formerKey) ?? '')
  const former = z.record(z.string(), z.unknown()).catch({}).parse(stored)
  const textOf = (name: string) => (typeof former[name] === 'string' ? former[name] : '')
  const texts = [...boardNames, 'since', 'until', 'letter'].map((name) => [name, textOf(name)] as const)
  const kinds = z
    .array(z.string())
    .catch([...breaches.empty.tables])
    .parse(former['tables'])
  return {
    ...breaches.empty,
    ...Object.fromEntries(texts),
    known_since: textOf('knownSince'),
    tables: kinds,
  }
}

/** Removes what version 1.0 has stored in this browser. */
export function dropFormerBreach(): void {
  localStorage.removeItem(formerKey)
}
