import { useState } from 'react'

import { ActionForm, Field, PrivacyNotice, usePage } from './form-parts.tsx'
import { momentText } from '@giftwell/shared/kernel/india-time.ts'
import type { QuotationSheet } from '@giftwell/shared/quotations/quotation-sheet.ts'
import type { OpenedQuotation } from './open-quotation.ts'

interface CommentsProps {
  readonly opened: OpenedQuotation
  readonly sheet: QuotationSheet
}

/** The comments on a quotation and its lines, and a form for another one. */
export function Comments({ opened, sheet }: CommentsProps) {
  if (opened.purpose === 'colleague' && opened.comments.length === 0) return null
  const names = new Map(sheet.lines.map(({ line, name }) => [line.id, name]))
  return (
    <section aria-labelledby="comments" className="no-print">
      <h2 id="comments">Comments</h2>
      <ul className="comments" aria-live="polite">
        {opened.comments.map(({ by, name, text, line, at }) => (
          <li key={at + text}>
            <p className="quiet">
              <strong>{by === 'seller' ? (opened.seller.legal_name ?? name) : name}</strong>
              {line !== null && ` on ${names.get(line) ?? 'a line'}`} · {momentText(at)}
            </p>
            <p className="text">{text}</p>
          </li>
        ))}
      </ul>
      {opened.purpose !== 'colleague' && <CommentForm line={null} label="Comment" />}
    </section>
  )
}

/** A button that opens a form for a comment on a line. */
export function LineComment({ line, name }: { readonly line: string; readonly name: string }) {
  const [isOpen, setOpen] = useState(false)
  const label = `Comment on ${name}`
  if (isOpen) return <CommentForm line={line} label={label} onClose={() => setOpen(false)} />
  return (
    <button type="button" className="link no-print" onClick={() => setOpen(true)}>
      Comment<span className="visually-hidden"> on {name}</span>
    </button>
  )
}

interface CommentFormProps {
  readonly line: string | null
  readonly label: string
  readonly onClose?: () => void
}

function CommentForm({ line, label, onClose }: CommentFormProps) {
  const { call, typed, type } = usePage()
  const field = `comment ${line ?? ''}`
  return (
    <ActionForm
      label={label}
      send={() => call('comment_on_quotation', { text: typed[field], line })}
      onDone={() => {
        type(field, '')
        onClose?.()
      }}
      onCancel={onClose}
    >
      <Field label={label} name={field} lines={3} required />
      <PrivacyNotice form="comment" />
    </ActionForm>
  )
}
