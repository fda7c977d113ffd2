import { usePlatform } from '@giftwell/shared/platform/platform.ts'

import { longDate, longMoment } from '../page/long-date.ts'
import classes from './data-copy.module.css'
import type { PersonData } from './privacy-queries.ts'

/** What is stored of a person, to read: what the server gives, without what is empty and what only programs read. */
export function DataCopy({
  data,
  heading: Heading = 'h2',
}: {
  readonly data: PersonData
  readonly heading?: 'h2' | 'h3'
}) {
  const parts = readable(data)
  const facts = parts.filter(([, value]) => !isNested(value))
  return (
    <div className={classes.root}>
      {facts.length > 0 && <Facts entries={facts} />}
      {parts
        .filter(([, value]) => isNested(value))
        .map(([name, value]) => (
          <section key={name} aria-label={labelOf(name)}>
            <Heading>
              {labelOf(name)}
              {Array.isArray(value) && ` (${value.length})`}
            </Heading>
            <Value value={value} />
          </section>
        ))}
    </div>
  )
}

function Facts({ entries }: { readonly entries: readonly (readonly [string, unknown])[] }) {
  return (
    <dl>
      {entries.map(([name, value]) => (
        <div key={name}>
          <dt>{labelOf(name)}</dt>
          <dd>
            <Value value={value} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

function Value({ value }: { readonly value: unknown }) {
  if (Array.isArray(value)) {
    if (!value.some(isNested)) return value.map(textOf).join(', ')
    return (
      <ol>
        {value.map((each, index) => (
          // Two may be alike.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={index}>
            <Value value={each} />
          </li>
        ))}
      </ol>
    )
  }
  if (typeof value === 'object' && value !== null) return <Facts entries={readable(value)} />
  return textOf(value)
}

/** What people look for first; a database gives no order. */
const firstNames = 'reference number kind name company email phone message text quantity note'.split(' ')

/** What tells things apart, or is how a picture is shown. */
const isForPrograms = /^(id|position|.*_id|image_.*)$/

function readable(data: object): [string, unknown][] {
  const rank = ([name]: [string, unknown]) => firstNames.indexOf(name) + 1 || firstNames.length + 1
  return Object.entries(data)
    .filter(([name, value]) => !isEmpty(value) && !isForPrograms.test(name))
    .toSorted((one, other) => rank(one) - rank(other))
}

function isNested(value: unknown): boolean {
  return typeof value === 'object' && value !== null && (!Array.isArray(value) || value.some(isNested))
}

function isEmpty(value: unknown): boolean {
  return (
    value === null ||
    value === undefined ||
    value === '' ||
    (typeof value === 'object' && Object.values(value).every(isEmpty))
  )
}

/** The name of a column as a label: "needed_by" is "Needed by". A lead is what its sender calls an inquiry. */
function labelOf(name: string): string {
  if (name === 'leads') return 'Inquiries'
  const words = name.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

function textOf(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (typeof value !== 'string') return String(value)
  // A word of the database, such as "in_progress".
  if (/^[a-z]+(_[a-z]+)+$/.test(value)) return value.replaceAll('_', ' ')
  if (/^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(value)) return longMoment(value)
  return /^\d{4}-\d\d-\d\d$/.test(value) ? longDate(new Date(`${value}T00:00`)) : value
}

/** Returns the function that saves a copy as a JSON file. */
export function useSaveCopy(): (name: string, data: PersonData) => Promise<unknown> {
  const platform = usePlatform()
  return (name, data) =>
    platform.saveFile({
      name: `${name}.json`,
      content: new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' }),
    })
}
