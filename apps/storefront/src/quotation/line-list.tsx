/** @jsxImportSource preact */
import { cardSources, imageAddress } from '@giftwell/shared/images/image-sizes.ts'
import type { BackendConfig } from '@giftwell/shared/kernel/backend-config.ts'
import type { Amounts, QuotationFigures } from '@giftwell/shared/quotations/tax-figures.ts'
import type { ChosenQuotationLine, QuotationChoice } from '@giftwell/shared/quotations/quotation.ts'

import { LineComment } from './comments.tsx'
import { percent, rupees } from '@giftwell/shared/kernel/money.ts'
import { lineNames, type OpenedLine, type OpenedQuotation } from './open-quotation.ts'

/** Lines that follow each other under one heading, or as alternatives. */
interface Block {
  readonly group: string | null
  readonly option: string | null
  readonly lines: OpenedLine[]
}

function blocksOf(lines: readonly OpenedLine[]): readonly Block[] {
  const blocks: Block[] = []
  for (const line of lines) {
    const last = blocks.at(-1)
    if (last?.group === line.group && last.option === line.option) last.lines.push(line)
    else blocks.push({ group: line.group, option: line.option, lines: [line] })
  }
  return blocks
}

interface LineListProps {
  readonly config: BackendConfig
  readonly opened: OpenedQuotation
  readonly choice: QuotationChoice
  readonly chosen: readonly ChosenQuotationLine[]
  readonly figures: QuotationFigures
  /** Null when nothing may be selected any more. */
  readonly onSelect: ((choice: QuotationChoice) => void) | null
}

/** The lines of a quotation in their groups, with radio buttons for alternatives and quantities. */
export function LineList({ opened, ...list }: LineListProps) {
  const names = lineNames(opened.lines)
  return (
    <section aria-label="Gifts">
      {blocksOf(opened.lines).map(({ group, option, lines }, index, blocks) => {
        const rows = lines.map((line) => (
          <Line key={line.id} line={line} name={names.get(line.id) ?? line.name} opened={opened} {...list} />
        ))
        return (
          <div key={lines[0]?.id}>
            {group !== null && group !== blocks[index - 1]?.group && <h2>{group}</h2>}
            {option === null ? (
              <ul className="lines">{rows}</ul>
            ) : (
              <fieldset className="alternatives">
                <legend>{option}: choose one</legend>
                <ul className="lines">{rows}</ul>
              </fieldset>
            )}
          </div>
        )
      })}
    </section>
  )
}

interface LineProps extends LineListProps {
  readonly line: OpenedLine
  /** As no other line is called. */
  readonly name: string
}

function Line({ config, opened, line, name, choice, chosen, figures, onSelect }: LineProps) {
  const index = chosen.findIndex(({ id }) => id === line.id)
  const amounts = figures.lines[index]
  const { option } = line
  return (
    <li className={amounts ? 'line' : 'line quiet'}>
      <Picture config={config} line={line} />
      <div className="about">
        {option !== null && onSelect ? (
          <label className="radio name">
            <input
              type="radio"
              name={`option ${option}`}
              checked={index >= 0}
              onChange={() => onSelect({ ...choice, options: { ...choice.options, [option]: line.id } })}
            />
            <span>{name}</span>
          </label>
        ) : (
          <h3 className="name">{name}</h3>
        )}
        <p className="quiet">{factsOf(line, opened)}</p>
        {line.note !== null && <p className="note">{line.note}</p>}
        <Quantities line={line} name={name} choice={choice} onSelect={onSelect} />
      </div>
      <LineAmounts amounts={amounts} isCharge={line.is_charge} />
      <LineComment line={line.id} name={name} />
    </li>
  )
}

/** Its code, HSN and rate. */
function factsOf({ code, hsn, gst_rate: rate }: OpenedLine, { place }: OpenedQuotation): string {
  const hasRate = rate !== null && place.tax !== 'none' && place.tax !== 'zero'
  return [code, hsn && `HSN ${hsn}`, hasRate && `GST ${percent(rate)}`].filter(Boolean).join(' · ')
}

function Picture({ config, line }: Pick<LineProps, 'config' | 'line'>) {
  if (line.image_url === null) return <span />
  const address = imageAddress(config, line.image_url)
  return (
    <img
      className="picture"
      src={address}
      srcSet={cardSources(address, line.image_widths)}
      sizes="96px"
      alt=""
      width={96}
      height={72}
      loading="lazy"
      decoding="async"
      onError={({ currentTarget }) => currentTarget.removeAttribute('src')}
    />
  )
}

function Quantities({
  line,
  name,
  choice,
  onSelect,
}: Pick<LineProps, 'line' | 'name' | 'choice' | 'onSelect'>) {
  const selected = choice.quantities[line.id] ?? 0
  const texts = line.quantities.map(
    ({ quantity, price_paise: price }) => `${quantity.toLocaleString('en-IN')} × ${rupees(price ?? 0)}`,
  )
  if (!onSelect || texts.length === 1) return <p>{texts[selected]}</p>
  return (
    <fieldset className="quantities">
      <legend className="visually-hidden">Quantity of {name}</legend>
      {texts.map((text, index) => (
        <label key={text} className="radio">
          <input
            type="radio"
            name={`quantity ${line.id}`}
            checked={index === selected}
            onChange={() => onSelect({ ...choice, quantities: { ...choice.quantities, [line.id]: index } })}
          />
          <span>{text}</span>
        </label>
      ))}
    </fieldset>
  )
}

function LineAmounts({
  amounts,
  isCharge,
}: {
  readonly amounts: Amounts | undefined
  readonly isCharge: boolean
}) {
  if (amounts === undefined) return <p className="amounts">Not chosen</p>
  return (
    <p className="amounts">
      <strong>{rupees(amounts.amount)}</strong>
      {!isCharge && amounts.per_gift !== null && (
        <span className="quiet">{rupees(amounts.per_gift)} per gift, all in</span>
      )}
    </p>
  )
}
