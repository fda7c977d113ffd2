import { Button, Group, SimpleGrid, Stack, Text, TextInput, VisuallyHidden } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { memo, useId, useState } from 'react'

import { legalHints } from '@giftwell/shared/legal/legal-hints.ts'
import { rupeesOf } from '@giftwell/shared/kernel/form-rules.ts'
import { rupees } from '@giftwell/shared/kernel/money.ts'
import { MoveButtons, RemoveButton } from '../record/rows-field.tsx'
import { type DraftLine, mostQuantities, readLine } from './quotation-draft.ts'
import { ratesText } from './quotation-hints.tsx'
import type { OfferedPrices } from './quotation-requests.ts'
import classes from './quotation-editor.module.css'

/** The actions on a line; the functions are stable across renders. */
export interface LineActions {
  readonly change: (id: string, values: Partial<DraftLine>) => void
  readonly move: (id: string, by: number) => void
  readonly remove: (line: DraftLine, index: number) => void
}

interface QuotationLineFieldsProps {
  readonly line: DraftLine
  /** Its position among the lines. */
  readonly index: number
  /** What fields are named by: "Mug in Red (2)". */
  readonly name: string
  readonly offered: OfferedPrices | undefined
  /** Whether mistakes show in fields that have not been left. */
  readonly showsAll: boolean
  /** Warnings about its prices, and whether one is below cost. */
  readonly remark: string
  readonly isLoss: boolean
  /** Paise of the selected line; undefined for an unselected option. */
  readonly total: number | undefined
  readonly perGift: number | null | undefined
  /** Why it is nothing for a doctor, where the quotation is for a pharmaceutical company; else empty. */
  readonly pharmaReasons: string
  readonly actions: LineActions
}

type QuantityRow = DraftLine['quantities'][number]

/** The fields of a line of a draft; it renders again only when something of it changes. */
export const QuotationLineFields = memo(function LineFields(props: QuotationLineFieldsProps) {
  const { line, name, offered, showsAll, actions } = props
  const { change } = actions
  const [isOpen, setOpen] = useState(line.name === '')
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const details = useId()
  const problems = readLine(line)
  const fieldOf = (field: string, problemField = field) => ({
    of: name,
    field: problemField,
    error: showsAll || left.has(field) ? problems.get(field) : undefined,
    onLeave: () => setLeft((before) => new Set(before).add(field)),
  })
  const text = (field: 'name' | 'colour' | 'note' | 'group' | 'option' | 'hsn' | 'gst_rate') => ({
    ...fieldOf(field),
    value: line[field],
    onChange: (value: string) => change(line.id, { [field]: value }),
  })
  const setQuantity = (index: number, values: Partial<QuantityRow>) =>
    change(line.id, {
      quantities: line.quantities.map((row, at) => (at === index ? { ...row, ...values } : row)),
    })

  return (
    <Stack component="li" data-line={line.id} className="line-below" gap={8} py={12}>
      <Group justify="space-between" gap={8} wrap="nowrap">
        <Text fw={600} fz="sm" lh={1.4}>
          {name}
          {line.option !== '' && (
            <Text component="span" c="dimmed" fz="sm">
              {' '}
              · option of {line.option}
            </Text>
          )}
        </Text>
        <Group gap={2} wrap="nowrap">
          <MoveButtons name={name} onMove={(by) => actions.move(line.id, by)} />
          <RemoveButton name={name} onRemove={() => actions.remove(line, props.index)} />
        </Group>
      </Group>
      <SimpleGrid minColWidth="min(100%, 230px)" autoFlow="auto-fit" spacing={16} verticalSpacing={8}>
        {line.quantities.map((row, index) => {
          const nth = index === 0 ? '' : ` ${index + 1}`
          return (
            // oxlint-disable-next-line react/no-array-index-key -- rows have no identity, and hold no state of their own
            <div key={index} className={classes.quantity}>
              <LineField
                label={`Quantity${nth}`}
                inputMode="numeric"
                column="quantity"
                {...fieldOf(`quantity ${index}`, 'quantity')}
                value={row.quantity}
                onChange={(quantity) => setQuantity(index, { quantity })}
              />
              <div>
                <LineField
                  label={`Price${nth}`}
                  inputMode="decimal"
                  column="price"
                  {...fieldOf(`price_paise ${index}`, 'price_paise')}
                  value={row.price_paise}
                  onChange={(price) => setQuantity(index, { price_paise: price })}
                />
                <Suggestions
                  row={row}
                  name={name}
                  offered={offered}
                  onChoose={(paise) => setQuantity(index, { price_paise: rupeesOf(paise) })}
                />
              </div>
              {index > 0 && (
                <RemoveButton
                  name={`quantity${nth} of ${name}`}
                  onRemove={() => change(line.id, { quantities: line.quantities.toSpliced(index, 1) })}
                />
              )}
            </div>
          )
        })}
        <div className={classes.quantity}>
          <LineField label="HSN" inputMode="numeric" column="hsn" {...text('hsn')} />
          <LineField label="GST rate" inputMode="decimal" column="gst_rate" {...text('gst_rate')} />
        </div>
      </SimpleGrid>
      <Group justify="space-between" gap="4px 12px">
        <Group gap={4}>
          <Button
            variant="subtle"
            size="compact-sm"
            aria-expanded={isOpen}
            aria-controls={details}
            onClick={() => setOpen(!isOpen)}
          >
            Details <VisuallyHidden>of {name}</VisuallyHidden>
          </Button>
          {line.quantities.length < mostQuantities && !line.is_charge && (
            <Button
              variant="subtle"
              size="compact-sm"
              leftSection={<IconPlus size={14} aria-hidden />}
              onClick={() =>
                change(line.id, { quantities: [...line.quantities, { quantity: '', price_paise: '' }] })
              }
            >
              Quantity <VisuallyHidden>for {name}</VisuallyHidden>
            </Button>
          )}
        </Group>
        <Text fz="sm" c="dimmed" className="tabular">
          <Text component="span" inherit {...(props.isLoss && { c: 'var(--mantine-color-error)', fw: 600 })}>
            {props.remark}
          </Text>
          {props.remark !== '' && props.total !== undefined && ' · '}
          {props.total !== undefined && rupees(props.total)}
          {props.perGift != null && !line.is_charge && ` · ${rupees(props.perGift)} per gift, all in`}
        </Text>
      </Group>
      {offered !== undefined && offered.parts.length > 0 && (
        <Text fz="sm" c="dimmed">
          One price for a set: {ratesText(offered.parts)}
        </Text>
      )}
      {props.pharmaReasons !== '' && (
        <Text fz="sm" c="dimmed" data-hint="pharma">
          For a doctor: {props.pharmaReasons}. {legalHints.brandReminders.clause}.
        </Text>
      )}
      <div id={details} hidden={!isOpen}>
        {isOpen && (
          <SimpleGrid minColWidth={170} autoFlow="auto-fit" spacing={10}>
            <LineField label="Name" {...text('name')} isFirst={line.name === ''} />
            <LineField label="Colour" {...text('colour')} />
            <LineField label="Note" {...text('note')} />
            <LineField label="Group" {...text('group')} />
            <LineField
              label="Option"
              {...text('option')}
              hint="The buyer chooses one of the lines with the same name."
            />
          </SimpleGrid>
        )}
      </div>
    </Stack>
  )
})

interface LineFieldProps {
  readonly label: string
  /** The line's name. */
  readonly of: string
  /** The field as the database names it in a problem. */
  readonly field: string
  /** Enter and the arrow keys move between the fields of a column. */
  readonly column?: string
  readonly value: string
  readonly error: string | undefined
  readonly hint?: string
  readonly inputMode?: 'numeric' | 'decimal'
  readonly isFirst?: boolean
  readonly onChange: (value: string) => void
  readonly onLeave: () => void
}

function LineField(props: LineFieldProps) {
  const {
    label,
    of,
    field,
    column,
    value,
    error,
    hint,
    inputMode,
    isFirst = false,
    onChange,
    onLeave,
  } = props
  return (
    <TextInput
      size="sm"
      label={
        <>
          {label} <VisuallyHidden>of {of}</VisuallyHidden>
        </>
      }
      description={hint}
      inputWrapperOrder={['label', 'input', 'error', 'description']}
      autoComplete="off"
      inputMode={inputMode}
      data-field={field}
      data-column={column}
      data-first={isFirst || undefined}
      value={value}
      error={error}
      onChange={({ currentTarget: { value: typed } }) => onChange(typed)}
      onBlur={onLeave}
    />
  )
}

interface SuggestionsProps {
  readonly row: QuantityRow
  readonly name: string
  readonly offered: OfferedPrices | undefined
  readonly onChoose: (paise: number) => void
}

/** The price that was last quoted, and the price break of the quantity: offered, never applied without a press. */
function Suggestions({ row, name, offered, onChoose }: SuggestionsProps) {
  const quantity = Number(row.quantity.replaceAll(',', ''))
  const ofBreak = offered?.breaks
    .toSorted((one, other) => other.quantity - one.quantity)
    .find((each) => each.quantity <= quantity)
  const last = offered?.last
  const offers = [
    ...(last == null
      ? []
      : [
          {
            paise: last.price_paise,
            source: `last ${last.is_same_buyer === true ? 'for this company ' : ''}in ${last.number}`,
          },
        ]),
    ...(ofBreak === undefined
      ? []
      : [{ paise: ofBreak.price_paise, source: `from ${ofBreak.quantity.toLocaleString('en-IN')}` }]),
  ].filter(({ paise }) => rupeesOf(paise) !== row.price_paise)
  if (offers.length === 0) return null
  return (
    <Group gap={4} mt={4}>
      {offers.map(({ paise, source }) => (
        <Button
          key={source}
          variant="default"
          size="compact-xs"
          fw={500}
          aria-label={`Use ${rupees(paise)}, ${source}, for ${name}`}
          onClick={() => onChoose(paise)}
        >
          {rupees(paise)} {source}
        </Button>
      ))}
    </Group>
  )
}
