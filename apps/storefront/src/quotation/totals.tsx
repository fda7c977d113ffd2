import type { QuotationSheet, SheetParty } from '@giftwell/shared/quotations/quotation-sheet.ts'

interface TotalsProps {
  readonly sheet: QuotationSheet
  /** Whether a choice has changed them, which screen readers announce. */
  readonly hasChanged: boolean
}

/** The sums of a quotation: taxes by head, the total, its words, and the price per gift. */
export function Totals({ sheet: { sums, total, perGift, hint, words }, hasChanged }: TotalsProps) {
  return (
    <section aria-labelledby="total" className="totals">
      <dl>
        {sums.map(({ label, text }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{text}</dd>
          </div>
        ))}
        <div className="total">
          <dt id="total">{total.label}</dt>
          <dd>{total.text}</dd>
        </div>
      </dl>
      {perGift !== null && <p className="per-gift">{perGift}</p>}
      {hint !== null && (
        <p className="quiet">
          <a href="#credit">{hint}</a>
        </p>
      )}
      <p>{words}</p>
      <p className="visually-hidden" role="status">
        {hasChanged && [`${total.label} ${total.text}`, perGift].filter(Boolean).join(', ')}
      </p>
    </section>
  )
}

/** The seller, the buyer and the places. */
export function Parties({ sheet: { seller, buyer, facts } }: Pick<TotalsProps, 'sheet'>) {
  return (
    <div className="parties">
      <Party id="seller" {...seller} />
      <Party id="buyer" {...buyer} />
      <dl>
        {facts.map(({ label, text }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

function Party({ id, label, name, lines }: SheetParty & { readonly id: string }) {
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{label}</h2>
      <p>
        <strong>{name}</strong>
      </p>
      {lines.map((text) => (
        <p key={text}>{text}</p>
      ))}
    </section>
  )
}

/** Terms, bank details, the owner's text on credit, and what tax law asks to be said. */
export function SmallPrint({
  sheet: { sections, sentences, closing },
}: {
  readonly sheet: Pick<QuotationSheet, 'sections' | 'sentences' | 'closing'>
}) {
  return (
    <>
      {sections.map(({ id, title, text }) => (
        <section key={id} id={id} aria-label={title}>
          <h2>{title}</h2>
          <p className="text">{text}</p>
        </section>
      ))}
      <p className="quiet">{[...sentences, closing].join(' ')}</p>
    </>
  )
}
