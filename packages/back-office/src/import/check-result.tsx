import { recordOf } from '@giftwell/shared/kernel/record-of.ts'
import { Button, Checkbox, Group, Text, Title } from '@mantine/core'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { rupeesOf } from '@giftwell/shared/kernel/form-rules.ts'
import { counted } from '@giftwell/shared/kernel/counted.ts'
import type { RowMessages } from './import-format.ts'
import { cellsLeftOut, RowMessagesTable, Scroller } from './import-tables.tsx'
import type { ImportRecord, ImportedRow } from './product-import.ts'
import type { SupplierProduct } from './supplier-products.ts'

/** The results of a dry run, and the records to store. */
export interface Checked {
  readonly results: readonly ImportedRow[]
  readonly toStore: readonly ImportRecord[]
  /** Products of the same suppliers that the file does not name. */
  readonly gone: readonly SupplierProduct[]
  readonly warnings: readonly RowMessages[]
  /** The changes to pictures of updated products, by row number. */
  readonly pictures: ReadonlyMap<number, string>
}

interface CheckResultProps {
  readonly checked: Checked
  readonly notes: readonly string[]
  readonly onBack: () => void
  /** Starts the import, which also makes drafts of these products. */
  readonly onStart: (toDrafts: readonly SupplierProduct[]) => void
  readonly onDownload: (failed: readonly ImportedRow[]) => void
}

/** The outcome of the rows, and the notes on them. */
export function CheckResult({ checked, notes, onBack, onStart, onDownload }: CheckResultProps) {
  const { results, gone, warnings } = checked
  const [draftsGone, setDraftsGone] = useState(false)
  const published = gone.filter(({ products }) => products.is_sample)
  const failed = results.filter(({ outcome }) => outcome === 'failed')
  const count = (outcome: ImportedRow['outcome']) =>
    results.filter((row) => row.outcome === outcome).length.toLocaleString()
  const removals = results.flatMap(({ number, removed = [] }) =>
    removed.length === 0
      ? []
      : [{ number, errors: Object.fromEntries(removed.map((field) => [field, emptied])) }],
  )
  return (
    <StepPart title="What will happen">
      <Text role="status" fw={600}>
        {`${count('created')} will be created, ${count('updated')} updated, ${count('unchanged')} left as they are, ${count('failed')} cannot be imported`}
      </Text>
      {notes.map((note) => (
        <Text key={note} size="sm">
          {note}
        </Text>
      ))}
      <RowMessagesTable label="Rows with errors" rows={failed} isInFile />
      <RowMessagesTable label="Values that the file clears" what="Will be removed" rows={removals} />
      <PriceChanges {...checked} />
      <RowMessagesTable
        label="Facts that differ"
        what="Changes"
        rows={results.flatMap((row) => factChanges(row, checked.pictures))}
      />
      {gone.length > 0 && (
        <>
          <details>
            <summary>{`${counted(gone.length, 'product of the same supplier is', 'products of the same supplier are')} not in this file`}</summary>
            <Scroller label="Not in this file">
              <ul>
                {gone.slice(0, goneShown).map(({ product_id, products, supplier_code: code }) => (
                  <li key={product_id}>{`${products.name}${code === null ? '' : ` (${code})`}`}</li>
                ))}
                {gone.length > goneShown && (
                  <li>{`and ${(gone.length - goneShown).toLocaleString()} more`}</li>
                )}
              </ul>
            </Scroller>
          </details>
          {published.length > 0 && (
            <Checkbox
              label={`Turn ${published.length === 1 ? 'the published one' : `the ${published.length.toLocaleString()} published ones`} to drafts`}
              description="This happens with the import, and is undone with it."
              checked={draftsGone}
              onChange={({ currentTarget }) => setDraftsGone(currentTarget.checked)}
            />
          )}
        </>
      )}
      <RowMessagesTable label="Rows to look at" what="Note" rows={[...warnings, ...cellsLeftOut(results)]} />
      <Group gap="10px 14px">
        {results.length > failed.length && (
          <Button
            onClick={() => onStart(draftsGone ? published : [])}
          >{`Import ${counted(results.length - failed.length, 'row')}`}</Button>
        )}
        {failed.length > 0 && (
          <Button variant="default" onClick={() => onDownload(failed)}>
            Download the rows to correct
          </Button>
        )}
        <Button variant="default" onClick={onBack}>
          Back
        </Button>
      </Group>
    </StepPart>
  )
}

const goneShown = 100

interface PriceChange {
  readonly number: number
  readonly field: string
  readonly before: number
  readonly after: number
  /** Per cent. */
  readonly change: number
}

/** The prices of an updated product that differ: its cost and MRP, and those of quantities that it had before. */
function pricesOf({ number, changed = {} }: ImportedRow): PriceChange[] {
  const breaks = (side: 0 | 1) =>
    [changed['price_breaks']?.[side] ?? []]
      .flat()
      .map((each) => [Number(recordOf(each)['quantity']), Number(recordOf(each)['price_paise'])] as const)
  const former = new Map(breaks(0))
  const [cost, newCost] = changed['cost_paise'] ?? []
  const [mrp, newMrp] = changed['mrp_paise'] ?? []
  return [
    { field: 'cost_paise', before: cost, after: newCost },
    { field: 'mrp_paise', before: mrp, after: newMrp },
    ...breaks(1).map(([quantity, after]) => ({
      field: `From ${quantity.toLocaleString()}`,
      before: former.get(quantity),
      after,
    })),
  ].flatMap(({ field, before, after }) =>
    typeof before === 'number' && typeof after === 'number' && before > 0 && before !== after
      ? [{ number, field, before, after, change: ((after - before) / before) * 100 }]
      : [],
  )
}

const percent = (change: number) =>
  `${Math.abs(change).toLocaleString(undefined, { maximumFractionDigits: 1 })}%`

/** How far prices go up and down, those first that change most. */
function PriceChanges({ results, toStore }: Pick<Checked, 'results' | 'toStore'>) {
  const prices = results
    .flatMap(pricesOf)
    .toSorted((one, other) => Math.abs(other.change) - Math.abs(one.change))
  if (prices.length === 0) return null
  const names = new Map(toStore.map(({ number, name }) => [number, name]))
  const range = (changes: readonly PriceChange[], word: string) => {
    const [most, least] = [changes[0], changes.at(-1)].map((each) => percent(each?.change ?? 0))
    return changes.length === 0
      ? []
      : `${changes.length.toLocaleString()} ${word} by ${most === least ? most : `${least} to ${most}`}`
  }
  const up = prices.filter(({ change }) => change > 0)
  const summary = [
    range(up, 'up'),
    range(
      prices.filter((price) => !up.includes(price)),
      'down',
    ),
  ].flat()
  return (
    <>
      <Text size="sm" fw={600}>{`Prices: ${summary.join(', ')}`}</Text>
      <RowMessagesTable
        label="Prices that change"
        what="Changes"
        rows={prices.map(({ number, field, before, after, change }) => ({
          number,
          errors: {
            [field]: `${names.get(number) ?? ''}: ${rupeesOf(before)} becomes ${rupeesOf(after)}, ${change > 0 ? 'up' : 'down'} ${percent(change)}`,
          },
        }))}
      />
    </>
  )
}

/** The changes of an updated product, except emptied fields and prices. */
function factChanges(
  { number, changed = {}, removed = [] }: ImportedRow,
  pictures: ReadonlyMap<number, string>,
): RowMessages[] {
  const pictured = pictures.get(number)
  const facts = Object.entries(changed).flatMap(([field, [before, after]]) => {
    if (removed.includes(field) || /^(?:cost|mrp)_paise$/.test(field) || field === 'price_breaks') return []
    if (pictured !== undefined && (field === 'pictures' || field === 'image_url')) return []
    if (before === null && after === null) return [[field, 'Another one']]
    return [
      [
        field,
        before === null || (Array.isArray(before) && before.length === 0)
          ? `New: "${textOf(after)}"`
          : `"${textOf(before)}" becomes "${textOf(after)}"`,
      ],
    ]
  })
  const errors = Object.fromEntries([...facts, ...(pictured ? [['pictures', pictured]] : [])])
  return Object.keys(errors).length === 0 ? [] : [{ number, errors }]
}

/** A value in words: a list by the names of its items, with what else a person knows of them. */
function textOf(value: unknown): string {
  if (Array.isArray(value))
    return value
      .map((item) => {
        // The columns of a fact are texts and numbers.
        const fact = recordOf(item) as Partial<Record<string, string | number | null>>
        const { name, url, alt, hex, picture_position: picture, area, colours, quantity } = fact
        const more = [
          alt,
          hex,
          picture && `picture ${picture}`,
          area,
          colours && counted(Number(colours), 'colour'),
          quantity,
        ].filter(Boolean)
        return `${name ?? url ?? ''}${more.length > 0 ? ` (${more.join(', ')})` : ''}`
      })
      .join(', ')
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? `${value}`
    : ''
}

const emptied = 'The cell is empty: the value of the product is removed'

/** A step, whose title takes the focus when it opens. */
export function StepPart({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <>
      <Title ref={heading} order={3} ff="text" fz="1rem" fw={650} tabIndex={-1}>
        {title}
      </Title>
      {children}
    </>
  )
}
