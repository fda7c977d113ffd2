import { imageAddress } from '@giftwell/shared/images/image-sizes.ts'
import type { BackendConfig } from '@giftwell/shared/kernel/backend-config.ts'
import { type SiteDetails, brand } from '@giftwell/shared/kernel/brand.ts'
import { type QuotationChoice, quotationName, validity } from '@giftwell/shared/quotations/quotation.ts'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { Comments } from './comments.tsx'
import { Decision } from './decision.tsx'
import { ActionForm, PageContext, usePage } from './form-parts.tsx'
import { dayText } from '@giftwell/shared/kernel/india-time.ts'
import { LineList } from './line-list.tsx'
import {
  type CallFunction,
  type EndedQuotation,
  changesOf,
  type OpenedQuotation,
  sheetOf,
  storedSession,
} from './open-quotation.ts'
import { OrderAgainSection } from './order-again-section.tsx'
import { OrderSection } from './order-section.tsx'
import { Artworks, PurchaseOrders } from './buyer-files.tsx'
import { Samples } from './samples.tsx'
import { YourDetails } from './your-details.tsx'
import { Parties, SmallPrint, Totals } from './totals.tsx'
import { AppError, toAppError } from '@giftwell/shared/kernel/app-error.ts'
import type { QuotationFigures } from '@giftwell/shared/quotations/tax-figures.ts'
import type { QuotationSheet } from '@giftwell/shared/quotations/quotation-sheet.ts'

interface QuotationPageProps {
  readonly config: BackendConfig
  readonly call: CallFunction
  /** The server's data in the document, or null. */
  readonly first: OpenedQuotation | EndedQuotation | null
  /** The input from before hydration, by field name. */
  readonly typed?: Readonly<Record<string, string>>
  /** Called once the page answers presses. */
  readonly onShown?: () => void
}

/** A quotation as its buyer, or a colleague, opens it by a link (product.md, section 2, A quotation's page). */
export function QuotationPage({ config, call, first, typed: typedBefore, onShown }: QuotationPageProps) {
  const { opened, failure, reload } = useOpened(call, first)
  const [typed, setTyped] = useState(typedBefore ?? {})
  const page = useMemo(
    () => ({
      call,
      reload,
      typed,
      type: (name: string, value: string) => setTyped((before) => ({ ...before, [name]: value })),
    }),
    [call, reload, typed],
  )
  const site = opened?.site ?? config.site
  const title =
    opened === null
      ? 'Quotation'
      : `Quotation ${'revision' in opened ? quotationName(opened.number, opened.revision) : opened.number}`
  useEffect(() => {
    document.title = `${title} · ${site?.name ?? brand.name}`
    if (site?.colour_primary) document.documentElement.style.setProperty('--owner', site.colour_primary)
  }, [title, site])

  useEffect(() => onShown?.(), [onShown])

  const isMissing = failure?.kind === 'missing'
  return (
    <PageContext.Provider value={page}>
      <SiteHead config={config} site={site} />
      <main className="page">
        <h1>{title}</h1>
        <p className="state needs-scripts">
          You can read and print this page as it is. To choose, comment and decide, turn on JavaScript.
        </p>
        {isMissing && (
          <p role="alert">
            This link does not open a quotation. Please use the link in the latest e-mail, or write to us.
          </p>
        )}
        {failure !== null && !isMissing && opened === null && (
          <div role="alert">
            <p>{failure.message}</p>
            <button type="button" className="button" onClick={() => void reload()}>
              Try again
            </button>
          </div>
        )}
        {failure === null && opened === null && <p role="status">Loading...</p>}
        {opened !== null &&
          !isMissing &&
          ('figures' in opened ? (
            <Opened config={config} call={call} opened={opened} />
          ) : (
            <Ended opened={opened} />
          ))}
      </main>
    </PageContext.Provider>
  )
}

function SiteHead({
  config,
  site,
}: {
  readonly config: BackendConfig
  readonly site: SiteDetails | undefined
}) {
  const name = site?.name ?? brand.name
  return (
    <header className="head">
      {site?.logo_url ? (
        <img src={imageAddress(config, site.logo_url)} alt={name} height={40} />
      ) : (
        <span className="mark">{name}</span>
      )}
    </header>
  )
}

function sentenceOf({ state, purpose, valid_until, buyer }: OpenedQuotation, sheet: QuotationSheet): string {
  if (purpose === 'colleague' && state !== 'accepted')
    return `${buyer.name || 'Your colleague'} shares it with your company, to read.`
  switch (state) {
    case 'sent':
      return purpose === 'buyer'
        ? 'Please accept it by then, or tell us what to change.'
        : `${buyer.name || 'A colleague'} asks for your approval.`
    case 'expired':
      return `It expired on ${dayText(valid_until)}. Ask us for a new one.`
    case 'accepted':
      return sheet.accepted ?? 'This quotation is accepted.'
    case 'declined':
      return 'You have declined it. If you have changed your mind, write a comment.'
    case 'change_asked':
      return 'A change was requested. A new revision will follow.'
  }
}

function Opened({
  config,
  call,
  opened,
}: Omit<QuotationPageProps, 'first'> & { readonly opened: OpenedQuotation }) {
  useSeen(call)
  const { choice, select, sheet, hasChanged } = useChoice(call, opened)
  return (
    <>
      <p className="state" role="status">
        <strong>{validity(opened)}.</strong> {sentenceOf(opened, sheet)}
      </p>
      <p className="quiet">{sheet.sentAt}</p>
      {opened.accepted !== null && opened.purpose === 'buyer' && <WhatHappensNext opened={opened} />}
      {opened.purpose === 'buyer' && <OrderSection config={config} opened={opened} />}
      <WhatChanged opened={opened} />
      <Parties sheet={sheet} />
      {sheet.message !== null && <p className="text">{sheet.message}</p>}
      <LineList
        config={config}
        sheet={sheet}
        choice={choice}
        canComment={opened.purpose !== 'colleague'}
        onSelect={opened.state === 'sent' && opened.purpose === 'buyer' ? select : null}
      />
      <Totals sheet={sheet} hasChanged={hasChanged} />
      <Decision config={config} opened={opened} choice={choice} figures={sheet.figures} />
      <YourDetails opened={opened} choice={choice} />
      <PurchaseOrders opened={opened} />
      <Artworks opened={opened} />
      <Samples opened={opened} />
      <SmallPrint sheet={sheet} />
      <Comments opened={opened} sheet={sheet} />
      <OrderAgainSection opened={opened} choice={choice} />
    </>
  )
}

/** What follows an acceptance, in the owner's words. */
function WhatHappensNext({ opened }: { readonly opened: OpenedQuotation }) {
  const { accepted, next_steps: text, seller, site } = opened
  const name = seller.legal_name ?? site.name ?? 'The seller'
  return (
    <section aria-labelledby="next">
      <h2 id="next">What happens next</h2>
      <p className="text">{text ?? `${name} has your acceptance and will get in touch with you.`}</p>
      {accepted?.purchase_order != null && <p>Your purchase order: {accepted.purchase_order}</p>}
    </section>
  )
}

/** A revision's changes, line by line. */
function WhatChanged({ opened }: { readonly opened: OpenedQuotation }) {
  const changes = useMemo(() => changesOf(opened), [opened])
  const { before } = opened
  if (!before || changes.length === 0) return null
  return (
    <section aria-labelledby="changes" className="changes">
      <h2 id="changes">What changed</h2>
      <p className="quiet">Since {quotationName(before.number, before.revision)}</p>
      <ul>
        {changes.map(({ about, texts }) => (
          <li key={about}>
            <strong>{about}</strong>
            {texts.map((text) => (
              <p key={text}>{text}</p>
            ))}
          </li>
        ))}
      </ul>
    </section>
  )
}

/** A replaced or withdrawn quotation, with the buyer's way to the current one; a colleague has nothing to approve. */
function Ended({ opened: { state, purpose } }: { readonly opened: EndedQuotation }) {
  const { call } = usePage()
  const [isSent, setSent] = useState(false)
  return (
    <>
      <p className="state" role="status">
        {state === 'replaced'
          ? 'This revision was replaced by a newer one.'
          : 'We have withdrawn this quotation. Please write to us if you have a question.'}
      </p>
      {isSent && (
        <p role="status">
          {state === 'withdrawn' && 'We have your request. '}
          If there is a current one, we have sent its link to the address of this quotation.
        </p>
      )}
      {!isSent && purpose === 'buyer' && (
        <ActionForm
          label="Send me the current one"
          send={() => call('send_current_quotation')}
          onDone={() => setSent(true)}
        />
      )}
    </>
  )
}

/** Milliseconds between two looks for the seller's answers, while the page is visible. */
const pollInterval = 12_000
/** Milliseconds of visibility after which a quotation counts as seen. */
const seenAfter = 2_000
/** Milliseconds without another choice before the server confirms the figures. */
const confirmAfter = 300

/** A quotation that is opened by its link, and opened again while the page is visible. */
function useOpened(call: CallFunction, first: OpenedQuotation | EndedQuotation | null) {
  const [opened, setOpened] = useState(first)
  const [failure, setFailure] = useState<AppError | null>(null)
  const reload = useCallback(async () => {
    try {
      setOpened(await call<OpenedQuotation | EndedQuotation>('open_quotation'))
      setFailure(null)
    } catch (error) {
      setFailure(error instanceof AppError ? error : toAppError(error))
    }
  }, [call])

  useEffect(() => {
    const soon = first === null ? setTimeout(() => void reload()) : undefined
    const whenVisible = () => {
      if (document.visibilityState === 'visible') void reload()
    }
    const timer = setInterval(whenVisible, pollInterval)
    document.addEventListener('visibilitychange', whenVisible)
    return () => {
      clearTimeout(soon)
      clearInterval(timer)
      document.removeEventListener('visibilitychange', whenVisible)
    }
  }, [first, reload])

  return { opened, failure, reload }
}

/**
 * Counts a view after two seconds of visibility, never at loading, since programs also open links. It sends this
 * browser's session, since the database does not count views by staff; an expired one counts nothing.
 */
function useSeen(call: CallFunction): void {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const watch = () => {
      clearTimeout(timer)
      if (document.visibilityState !== 'visible') return
      timer = setTimeout(() => {
        document.removeEventListener('visibilitychange', watch)
        call('see_quotation', {}, storedSession()).catch((error: unknown) => console.warn(error))
      }, seenAfter)
    }
    document.addEventListener('visibilitychange', watch)
    watch()
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', watch)
    }
  }, [call])
}

/** The reader's selection and its figures: computed at once, then by the server. */
function useChoice(call: CallFunction, opened: OpenedQuotation) {
  const [selected, select] = useState<QuotationChoice>({ quantities: {}, options: {} })
  const [confirmed, setConfirmed] = useState<{ readonly key: string; readonly figures: QuotationFigures }>()
  const { accepted, asked } = opened
  const choice = accepted?.choice ?? asked ?? selected
  const key = JSON.stringify([opened.number, opened.revision, choice])
  const isFirst =
    asked !== undefined ||
    (choice === selected && Object.keys({ ...choice.quantities, ...choice.options }).length === 0)

  useEffect(() => {
    if (isFirst || accepted !== null) return undefined
    const timer = setTimeout(() => {
      call<QuotationFigures>('price_quotation', { choice: selected }).then(
        (figures) => setConfirmed({ key, figures }),
        // The acceptance compares the total again.
        (error: unknown) => console.warn(error),
      )
    }, confirmAfter)
    return () => clearTimeout(timer)
  }, [call, key, isFirst, accepted, selected])

  const figures = isFirst ? opened.figures : confirmed?.key === key ? confirmed.figures : undefined
  const sheet = useMemo(
    () => (accepted === null ? sheetOf(opened, choice, figures) : sheetOf(opened)),
    [accepted, opened, choice, figures],
  )
  return { choice, select, sheet, hasChanged: !isFirst }
}
