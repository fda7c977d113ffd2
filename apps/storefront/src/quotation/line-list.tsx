import { cardSources, imageAddress } from '@giftwell/shared/images/image-sizes.ts'
import type { BackendConfig } from '@giftwell/shared/kernel/backend-config.ts'
import type { QuotationChoice } from '@giftwell/shared/quotations/quotation.ts'
import type { QuotationSheet, SheetLine } from '@giftwell/shared/quotations/quotation-sheet.ts'
import { blocksOf } from '@giftwell/shared/quotations/sheet-blocks.ts'

import { LineComment } from './comments.tsx'
import type { OpenedLine } from './open-quotation.ts'

interface LineListProps {
  readonly config: BackendConfig
  readonly sheet: QuotationSheet
  readonly choice: QuotationChoice
  /** Null when nothing may be selected any more. */
  readonly onSelect: ((choice: QuotationChoice) => void) | null
  readonly canComment: boolean
}

/** The lines of a quotation in their groups, with radio buttons for alternatives and quantities. */
export function LineList({ sheet, ...list }: LineListProps) {
  return (
    <section aria-label="Gifts">
      {blocksOf(sheet.lines).map(({ heading, legend, lines }) => {
        const rows = lines.map((each) => <Line key={each.line.id} {...each} {...list} />)
        return (
          <div key={lines[0]?.line.id}>
            {heading !== null && <h2>{heading}</h2>}
            {legend === null ? (
              <ul className="lines">{rows}</ul>
            ) : (
              <fieldset className="alternatives">
                <legend>{list.onSelect ? legend : lines[0]?.line.option}</legend>
                <ul className="lines">{rows}</ul>
              </fieldset>
            )}
          </div>
        )
      })}
    </section>
  )
}

type LineProps = SheetLine & Omit<LineListProps, 'sheet'>

function Line({ config, choice, onSelect, canComment, ...sheet }: LineProps) {
  const { line, name, isChosen, standing, facts, offer } = sheet
  const { option } = line
  return (
    <li className={isChosen ? 'line' : 'line quiet'}>
      <Picture config={config} line={line} />
      <div className="about">
        {option !== null && onSelect ? (
          <label className="radio name">
            <input
              type="radio"
              name={`option ${option}`}
              checked={isChosen}
              onChange={() => onSelect({ ...choice, options: { ...choice.options, [option]: line.id } })}
            />
            <span>{name}</span>
          </label>
        ) : (
          <h3 className="name">{name}</h3>
        )}
        <p className="quiet">{facts.join(' · ')}</p>
        {line.note !== null && <p className="note">{line.note}</p>}
        <Quantities choice={choice} onSelect={onSelect} {...sheet} />
      </div>
      <p className="amounts">
        {standing !== null && (!isChosen || !onSelect) && <span className="quiet">{standing}</span>}
        <strong>{offer.amount}</strong>
        {offer.perGift !== null && <span className="quiet">{offer.perGift}</span>}
      </p>
      {canComment && <LineComment line={line.id} name={name} />}
    </li>
  )
}

function Picture({ config, line }: { readonly config: BackendConfig; readonly line: OpenedLine }) {
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

type QuantitiesProps = Pick<LineProps, 'line' | 'name' | 'offer' | 'offers' | 'choice' | 'onSelect'>

function Quantities({ line, name, offer, offers, choice, onSelect }: QuantitiesProps) {
  if (!onSelect || offers.length === 1) return <p>{offer.text}</p>
  return (
    <fieldset className="quantities">
      <legend className="visually-hidden">Quantity of {name}</legend>
      {offers.map(({ index, text, isSelected, perGift }) => (
        <label key={index} className="radio">
          <input
            type="radio"
            name={`quantity ${line.id}`}
            checked={isSelected}
            onChange={() => onSelect({ ...choice, quantities: { ...choice.quantities, [line.id]: index } })}
          />
          <span>
            {text}
            {!isSelected && perGift !== null && <small className="quiet">{perGift}</small>}
          </span>
        </label>
      ))}
    </fieldset>
  )
}
