import { AppError } from '@giftwell/shared/kernel/app-error.ts'
import type { NoticeForm } from '@giftwell/shared/legal/privacy-text.ts'
import { createContext, type ReactNode, useContext, useLayoutEffect, useRef } from 'react'

import { FoldedNotice } from '../lead/folded-notice.tsx'
import { PlainField, type PlainFieldProps } from '../lead/plain-field.tsx'
import { PlainForm, PrivacyNote } from '../lead/plain-form.tsx'
import { useSubmission } from '../lead/use-submission.ts'
import type { CallFunction } from './open-quotation.ts'

/** The context of the page's parts. */
interface Page {
  readonly call: CallFunction
  /** Opens the quotation again. */
  reload(): Promise<void>
  /** The input of the page's fields, by name; it stays when a form is closed or rejected. */
  readonly typed: Readonly<Record<string, string>>
  type(name: string, value: string): void
}

/** The page around a form. */
export const PageContext = createContext<Page | null>(null)

/** The page around a form. @throws outside of it */
export function usePage(): Page {
  const page = useContext(PageContext)
  if (page === null) throw new Error('There is no page')
  return page
}

interface FieldProps extends Pick<
  PlainFieldProps,
  'label' | 'lines' | 'required' | 'maxLength' | 'autoComplete' | 'inputMode'
> {
  readonly name: string
  readonly initial?: string | undefined
}

/** The button of a choice that fills in fields. */
export const fillIn = (press: () => void) => (
  <button type="button" className="button" onClick={press}>
    Fill in
  </button>
)

/** A labelled field of a form. */
export function Field({ label, name, initial = '', lines, required = false, ...more }: FieldProps) {
  const { typed, type } = usePage()
  return (
    <PlainField
      className="field"
      maxLength={lines === undefined ? 200 : 2000}
      {...more}
      label={
        <>
          {label}
          {!required && (
            <span className="quiet" aria-hidden="true">
              {' '}
              (optional)
            </span>
          )}
        </>
      }
      name={name}
      lines={lines}
      required={required}
      value={typed[name] ?? initial}
      onChange={({ currentTarget }) => type(name, currentTarget.value)}
    />
  )
}

interface ActionFormProps {
  /** Its heading, which has the focus when it opens; without one the form is part of another section. */
  readonly title?: string
  /** Its button. */
  readonly label: string
  /** Submits the form. Errors are shown, and the input stays. */
  readonly send: (form: HTMLFormElement) => Promise<unknown>
  readonly onDone?: () => void
  readonly onCancel?: (() => void) | undefined
  /** Whether it may still be sent: another person may have decided meanwhile. */
  readonly isOpen?: boolean
  readonly children?: ReactNode
}

/** A form that sends one action, and then opens the quotation again. */
export function ActionForm({
  title,
  label,
  send,
  onDone,
  onCancel,
  isOpen = true,
  children,
}: ActionFormProps) {
  const { reload } = usePage()
  const heading = useRef<HTMLHeadingElement>(null)
  useLayoutEffect(() => heading.current?.focus(), [])
  const { isSending, failure, submit } = useSubmission(async (form: HTMLFormElement) => {
    try {
      await send(form)
    } catch (error) {
      // Shows the other decision beside the input.
      if (!(error instanceof AppError) || error.kind !== 'offline') await reload()
      throw error
    }
    await reload()
    onDone?.()
  })

  return (
    <PlainForm
      className={title === undefined ? 'no-print' : 'panel no-print'}
      aria-label={title ?? label}
      noValidate={false}
      isSending={isSending}
      failure={failure}
      send={submit}
    >
      {title !== undefined && (
        <h2 ref={heading} tabIndex={-1}>
          {title}
        </h2>
      )}
      {children}
      <div className="buttons">
        {isOpen && (
          <button
            type="submit"
            className={title === undefined ? 'button' : 'button primary'}
            aria-busy={isSending}
          >
            {label}
          </button>
        )}
        {onCancel && (
          <button type="button" className="button" onClick={onCancel}>
            {isOpen ? 'Cancel' : 'Close'}
          </button>
        )}
      </div>
    </PlainForm>
  )
}

/** The notice at a form of a quotation. */
export function PrivacyNotice({ form }: { readonly form: NoticeForm }) {
  const { call } = usePage()
  return (
    <PrivacyNote sentence="We store what you enter here, and when.">
      {/* It needs no token. */}
      <FoldedNotice load={async () => call('privacy_notices_of', { form, token: undefined })} />
    </PrivacyNote>
  )
}
