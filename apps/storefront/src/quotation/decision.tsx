import { useRef, useState } from 'react'

import { savedPdf } from '@giftwell/back-office/quotations/saved-pdf.ts'
import { errorMessage } from '@giftwell/shared/kernel/app-error.ts'
import type { BackendConfig } from '@giftwell/shared/kernel/backend-config.ts'
import { downloadFile } from '@giftwell/shared/platform/download-file.ts'

import { wholeChoice } from '@giftwell/shared/quotations/choices.ts'
import { declineReasons, type QuotationChoice } from '@giftwell/shared/quotations/quotation.ts'

import { useSubmission } from '../lead/use-submission.ts'
import { ActionForm, Field, PrivacyNotice, usePage } from './form-parts.tsx'
import { rupees } from '@giftwell/shared/kernel/money.ts'
import { momentText } from '@giftwell/shared/kernel/india-time.ts'
import type { QuotationFigures } from '@giftwell/shared/quotations/tax-figures.ts'
import { chosenVersion, type OpenedQuotation } from './open-quotation.ts'

interface DecisionProps {
  readonly config: BackendConfig
  readonly opened: OpenedQuotation
  readonly choice: QuotationChoice
  /** The displayed choice; the server compares its total. */
  readonly figures: QuotationFigures
}

type Action = 'accept' | 'decline' | 'change' | 'colleague' | 'approve' | 'reject'

/** The buttons of a reader, in their order. */
const buttons: Readonly<Record<Action, string>> = {
  accept: 'Accept',
  decline: 'Decline',
  change: 'Ask for a change',
  colleague: 'Ask a colleague',
  approve: 'Approve',
  reject: 'Reject',
}

const actionsOf: Readonly<Record<OpenedQuotation['purpose'], readonly Action[]>> = {
  buyer: ['accept', 'decline', 'change', 'colleague'],
  approval: ['approve', 'reject'],
  colleague: [],
}

/** The reader's actions in a state. */
function actionsIn({ state, purpose }: OpenedQuotation): readonly Action[] {
  if (state === 'sent') return actionsOf[purpose]
  return state === 'expired' && purpose === 'buyer' ? ['change', 'decline'] : []
}

/** The buttons that decide on a quotation, or the form of the one that was pressed. */
export function Decision(props: DecisionProps) {
  const { opened } = props
  const [action, setAction] = useState<Action | null>(null)
  const [done, setDone] = useState('')
  const allowed = actionsIn(opened)
  const section = useRef<HTMLElement>(null)
  const close = (sentence = '') => {
    setDone(sentence)
    setAction(null)
    // The form that had it is gone.
    section.current?.focus()
  }
  return (
    <section ref={section} tabIndex={-1} aria-label="Your decision" className="no-print">
      <Approvals opened={opened} choice={props.choice} />
      <p role="status">{done}</p>
      {action === null ? (
        <div className="buttons">
          {allowed.map((each, index) => (
            <button
              key={each}
              type="button"
              className={index === 0 ? 'button primary' : 'button'}
              onClick={() => {
                setDone('')
                setAction(each)
              }}
            >
              {buttons[each]}
            </button>
          ))}
          <DownloadPdf {...props} />
          <button type="button" className="button" onClick={() => window.print()}>
            Print
          </button>
        </div>
      ) : (
        <ActionPanel
          key={action}
          {...props}
          action={action}
          isOpen={allowed.includes(action)}
          onClose={close}
          onChangeInstead={() => setAction('change')}
        />
      )}
    </section>
  )
}

interface ActionPanelProps extends DecisionProps {
  readonly action: Action
  readonly isOpen: boolean
  onClose(sentence?: string): void
  onChangeInstead(): void
}

function ActionPanel({
  action,
  isOpen,
  onClose,
  onChangeInstead,
  opened,
  choice,
  figures,
}: ActionPanelProps) {
  const { total } = figures
  const { call, typed, type } = usePage()
  const showsNote = typed['shows note'] === 'yes'
  const seller = opened.seller.legal_name ?? opened.site.name ?? 'the seller'
  const asker = opened.buyer.name || 'Your colleague'
  const text = (name: string) => {
    const trimmed = typed[name]?.trim() ?? ''
    return trimmed === '' ? null : trimmed
  }
  const acceptance = {
    choice: wholeChoice(opened, choice),
    total_paise: total,
    name: text('name'),
    designation: text('designation'),
    purchase_order: text('purchase order'),
    code: text('code'),
  }
  const name = <Field key="0" label="Your name" name="name" autoComplete="name" required />
  const approval = {
    fields: [
      name,
      <Field key="note" label="Note" name="note" lines={3} />,
      <p key="readers" className="quiet">
        {asker} reads your note.{showsNote ? ` So does ${seller}.` : ` ${seller} does not.`}
      </p>,
      <label key="shows" className="radio">
        <input
          type="checkbox"
          checked={showsNote}
          onChange={({ currentTarget: { checked } }) => type('shows note', checked ? 'yes' : '')}
        />
        <span>Also show this note to {seller}</span>
      </label>,
    ],
    send: () =>
      call('decide_approval', {
        is_approved: action === 'approve',
        name: text('name'),
        note: text('note'),
        shows_note: showsNote,
        total_paise: total,
        choice: wholeChoice(opened, choice),
      }),
    done: 'We have told the person who asked you.',
  }
  const forms = {
    accept: {
      title: 'Accept this quotation',
      label: 'Confirm acceptance',
      fields: [
        name,
        <Field key="1" label="Designation" name="designation" autoComplete="organization-title" required />,
        <Field key="2" label="Purchase order number" name="purchase order" maxLength={100} />,
        opened.needs_code && <Code key="3" />,
        <label key="4" className="radio">
          <input type="checkbox" required />
          <span>I accept this quotation</span>
        </label>,
      ],
      send: () => call('accept_quotation', acceptance),
      done: '',
    },
    decline: {
      title: 'Decline this quotation',
      fields: [
        <Reasons key="1" />,
        <Field key="2" label="What you would like to tell us" name="decline" lines={3} />,
        isOpen && (
          <p key="3">
            Would another offer help?{' '}
            <button type="button" className="link" onClick={onChangeInstead}>
              Ask for a change
            </button>
          </p>
        ),
      ],
      send: () => call('decline_quotation', { reason: typed['reason'], text: text('decline') }),
      done: '',
    },
    change: {
      title: 'Ask for a change',
      fields: <Field label="What should be different" name="change" lines={3} required />,
      send: () => call('ask_for_change', { text: text('change') }),
      done: 'We have your request and will answer with a new revision.',
    },
    colleague: {
      title: 'Ask a colleague for approval',
      label: 'Send for approval',
      fields: [
        <Field key="1" label="Colleague's e-mail" name="colleague" inputMode="email" required />,
        <Field key="2" label="Colleague's name" name="colleague name" />,
      ],
      send: () =>
        call('ask_colleague', {
          email: text('colleague'),
          name: text('colleague name'),
          choice: wholeChoice(opened, choice),
        }),
      done: 'We have sent your colleague a link of their own.',
    },
    approve: { ...approval, title: 'Approve this quotation' },
    reject: { ...approval, title: 'Reject this quotation' },
  }
  const { fields, done, ...form } = { label: buttons[action], ...forms[action] }
  return (
    <ActionForm {...form} isOpen={isOpen} onDone={() => onClose(done)} onCancel={() => onClose()}>
      {fields}
      <PrivacyNotice form="quotation" />
    </ActionForm>
  )
}

/** Saves the displayed quotation as a PDF; the library is a lazy chunk. */
function DownloadPdf({ config, opened, choice, figures }: DecisionProps) {
  const [saved, setSaved] = useState('')
  const { isSending, failure, submit } = useSubmission(async () => {
    setSaved('')
    const file = await savedPdf(chosenVersion(opened, choice, figures), config)
    downloadFile(document, file)
    setSaved(`Saved as ${file.name}.`)
  })
  return (
    <>
      <button type="button" className="button" aria-busy={isSending} onClick={() => submit()}>
        {isSending ? 'Preparing PDF...' : 'Download PDF'}
      </button>
      <p role="status" className="said">
        {saved}
      </p>
      {failure != null && (
        <p role="alert" className="said">
          {errorMessage(failure)}, or print this page as a PDF.
        </p>
      )}
    </>
  )
}

/** The code that goes to the quotation's address. */
function Code() {
  const { call } = usePage()
  const [answer, setAnswer] = useState('')
  const { failure, submit } = useSubmission(async () => {
    setAnswer('')
    await call('send_acceptance_code')
    setAnswer('We have sent a code to the address of this quotation.')
  })
  return (
    <div>
      <Field label="Code" name="code" maxLength={20} autoComplete="one-time-code" required />
      <button type="button" className="button" onClick={() => submit()}>
        Send me a code
      </button>
      <p role="status">{failure == null ? answer : errorMessage(failure)}</p>
    </div>
  )
}

function Reasons() {
  const { typed, type } = usePage()
  return (
    <fieldset className="reasons">
      <legend>Why</legend>
      {Object.entries(declineReasons).map(([reason, label]) => (
        <label key={reason} className="radio">
          <input
            type="radio"
            name="reason"
            required
            checked={typed['reason'] === reason}
            onChange={() => type('reason', reason)}
          />
          <span>{label}</span>
        </label>
      ))}
    </fieldset>
  )
}

const approvalStates = { asked: 'was asked', approved: 'approved', rejected: 'rejected' }

/** The asked colleagues with their choices; one that differs from the page's says so. */
function Approvals({ opened, choice }: Pick<DecisionProps, 'opened' | 'choice'>) {
  const { approvals } = opened
  const present = JSON.stringify(wholeChoice(opened, choice))
  if (approvals.length === 0) return null
  return (
    <ul className="comments" aria-label="Approvals" aria-live="polite">
      {approvals.map(({ email, state, name, note, at, choice: about, chosen, total_paise: total }) => (
        <li key={email + at}>
          <strong>{name ?? email}</strong> {approvalStates[state]}{' '}
          <span className="quiet">· {momentText(at)}</span>
          {chosen != null && (
            <p>
              {JSON.stringify(wholeChoice(opened, about)) === present ? 'This choice' : 'Another choice'}:{' '}
              {chosen}, {rupees(total)}
            </p>
          )}
          {note !== null && <p className="text">{note}</p>}
        </li>
      ))}
    </ul>
  )
}
