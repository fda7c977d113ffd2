import { recordOf } from '../kernel/record-of.ts'
import { usePlatform } from '../platform/platform.ts'
import { percent, rupees } from '../kernel/money.ts'
import { dayText, momentText } from '../kernel/india-time.ts'
import { languageName } from './privacy-text.ts'
import classes from './data-copy.module.css'

/** The data of one person, by record. */
export type PersonData = Readonly<Record<string, unknown>>

/** A readable copy of a person's data: the server's response without empty and technical fields. */
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
      {parts.every(([name]) => name === 'email') && <p>Nothing is stored about this address.</p>}
      {parts
        .filter(([, value]) => isNested(value))
        .map(([name, value]) => (
          <section key={name} aria-label={labelOf(name)}>
            <Heading>
              {labelOf(name)}
              {Array.isArray(value) && ` (${value.length})`}
            </Heading>
            <Value name={name} value={value} />
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
            <Value name={name} value={value} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

function Value({ name, value }: { readonly name: string; readonly value: unknown }) {
  if (Array.isArray(value)) {
    if (!value.some(isNested)) return value.map((each) => textOf(name, each)).join(', ')
    return (
      <ol>
        {value.map((each, index) => (
          // Two may be alike.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={index}>
            <Value name={name} value={each} />
          </li>
        ))}
      </ol>
    )
  }
  if (typeof value === 'object' && value !== null) return <Facts entries={readable(value)} />
  return textOf(name, value)
}

/** The most important records first, since JSON from the database is unordered. */
const firstNames = 'reference number kind name company email phone message text quantity note'.split(' ')

/** Technical columns: ids, display data of pictures, and details of the log of sign-ins. */
const isForPrograms = /^(id|position|.*_id|image_.*|saves|sha256|traits|log_type|actor_via_sso)$/

/** Amounts in paise, beside those that say so. */
const isAmount = /_paise$|^(paise|amount|taxable|discount|total|per_gift|round_off|[cis]gst)$/

/** Labels of columns in the person's terms: a lead is an inquiry to its sender. */
const labels: Readonly<Record<string, string>> = {
  value: 'Details',
  at: 'Date',
  why: 'Reason',
  views: 'Saved views',
  versions: 'Revisions',
  content: 'As written',
  figures: 'Amounts',
  selected_products: 'Names of products',
  leads: 'Inquiries',
  lines: 'Products',
  emails: 'E-mails',
  email: 'E-mail',
  sign_ins: 'Sign-ins',
  last_sign_in_at: 'Last sign-in',
  payload: 'Details',
  actor: 'By',
  actor_username: 'E-mail',
  created_at: 'Date',
  given_at: 'Date',
  pin_code: 'PIN code',
  due_on: 'Answer due',
  is_mailed: 'Acknowledgement sent',
  notice_at: 'Privacy notice shown',
  notice_version: 'Version of the notice',
  notice_language: 'Language of the notice',
  frozen: 'As sent',
  accepted: 'Acceptance',
  user_agent: 'Browser',
  place: 'Place of supply',
  is_charge: 'Extra charge',
  is_sez: 'Special economic zone',
  is_composition: 'Composition scheme',
  percent: 'Per cent',
  paise: 'Amount',
  hsn: 'HSN',
  gstin: 'GSTIN',
  gst_rate: 'GST rate',
  cgst: 'CGST',
  sgst: 'SGST',
  igst: 'IGST',
}

/** Replacements for the database's terms. */
const words: Readonly<Record<string, string>> = {
  cgst_sgst: 'CGST and SGST',
  cgst_utgst: 'CGST and UTGST',
  igst: 'IGST',
  zero: 'Zero-rated',
  gstin: 'GSTIN',
}

/** Values that are words of the database, whatever they look like. */
const isWord = /^(kind|state|purpose|actor|tax|why|reason)$/

/** The copy as an indented text. */
export function dataText(data: PersonData, indent = ''): string {
  return readable(data)
    .map(([name, value]) => {
      if (!isNested(value))
        return `${indent}${labelOf(name)}: ${[value]
          .flat()
          .map((each) => textOf(name, each))
          .join(', ')}\n`
      const inner = [value].flat().map((each) => dataText(recordOf(each), `${indent}  `))
      return `${indent}${labelOf(name)}:\n${inner.join('\n')}`
    })
    .join('')
}

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

/** The name of a column as a label: "needed_by" is "Needed by". */
function labelOf(name: string): string {
  return labels[name] ?? asLabel(name.replace(/_(paise|at)$/, ''))
}

function asLabel(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1).replaceAll('_', ' ')
}

function textOf(name: string, value: unknown): string {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (typeof value === 'number' && isAmount.test(name)) return rupees(value)
  if (typeof value === 'number' && /^(gst_rate|percent)$/.test(name)) return percent(value)
  if (typeof value !== 'string') return String(value)
  if (name === 'notice_language') return languageName(value)
  // A word of the database, such as "in_progress".
  if (isWord.test(name) || /^[a-z]+(_[a-z]+)+$/.test(value)) return words[value] ?? asLabel(value)
  if (/^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(value)) return momentText(value)
  return /^\d{4}-\d\d-\d\d$/.test(value) ? dayText(value) : value
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
