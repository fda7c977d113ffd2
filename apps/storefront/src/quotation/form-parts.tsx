import { AppError, errorMessage } from '@giftwell/shared/kernel/app-error.ts'
import { createContext, type ReactNode, useContext, useId, useLayoutEffect, useRef, useState } from 'react'
import type { CallFunction } from './open-quotation.ts'
import { type NoticeForm, type PrivacyText, languageName } from '@giftwell/shared/legal/privacy-text.ts'

/** What the parts of the page share. */
interface Page {
  readonly call: CallFunction
  /** Opens the quotation again. */
  reload(): Promise<void>
  /** What is typed into the fields of the page, by their names; it stays when a form is closed, or refused. */
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

interface FieldProps {
  readonly label: ReactNode
  readonly name: string
  /** What it has before anything is typed. */
  readonly initial?: string | undefined
  readonly isLong?: boolean
  readonly required?: boolean
  readonly maxLength?: number
  readonly autoComplete?: string
  readonly inputMode?: 'email' | 'numeric'
}

/** The button of a choice that fills in fields. */
export const fillIn = (press: () => void) => (
  <button type="button" className="button" onClick={press}>
    Fill in
  </button>
)

/** A labelled field of a form. */
export function Field({
  label,
  name,
  initial = '',
  isLong = false,
  required = false,
  maxLength = isLong ? 2000 : 200,
  ...more
}: FieldProps) {
  const { typed, type } = usePage()
  const id = useId()
  const shared = {
    id,
    name,
    required,
    maxLength,
    value: typed[name] ?? initial,
    onChange: ({ currentTarget }: { readonly currentTarget: { readonly value: string } }) =>
      type(name, currentTarget.value),
  }
  return (
    <div className="field">
      <label htmlFor={id}>
        {label}
        {!required && (
          <span className="quiet" aria-hidden="true">
            {' '}
            (optional)
          </span>
        )}
      </label>
      {isLong ? <textarea {...shared} rows={3} /> : <input {...shared} {...more} type="text" />}
    </div>
  )
}

interface ActionFormProps {
  /** Its heading, which has the focus when it opens; without one the form is part of another section. */
  readonly title?: string
  /** Its button. */
  readonly label: string
  /** Sends it. What it throws is shown, and nothing typed is lost. */
  readonly send: () => Promise<unknown>
  readonly onDone?: () => void
  readonly onCancel?: (() => void) | undefined
  /** Whether it may still be sent: somebody else may have decided meanwhile. */
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
  const [isSending, setSending] = useState(false)
  const [failure, setFailure] = useState('')
  const heading = useRef<HTMLHeadingElement>(null)
  useLayoutEffect(() => heading.current?.focus(), [])

  async function submit() {
    setSending(true)
    setFailure('')
    try {
      await send()
      await reload()
      onDone?.()
    } catch (error) {
      console.warn(error)
      // What was decided meanwhile is shown beside what was typed.
      if (!(error instanceof AppError) || error.kind !== 'offline') await reload()
      // Once it can be sent again.
      setFailure(errorMessage(error))
    }
    setSending(false)
  }

  return (
    <form
      className={title === undefined ? 'no-print' : 'panel no-print'}
      aria-label={title ?? label}
      onSubmit={(event) => {
        event.preventDefault()
        if (!isSending) void submit()
      }}
    >
      {title !== undefined && (
        <h2 ref={heading} tabIndex={-1}>
          {title}
        </h2>
      )}
      {children}
      {failure !== '' && (
        <p role="alert" className="failure">
          {failure}
        </p>
      )}
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
    </form>
  )
}

/** The notice at a form of a quotation, folded, in the languages that the seller has written. The form works without it. */
export function PrivacyNotice({ form }: { readonly form: NoticeForm }) {
  const { call } = usePage()
  const [notices, setNotices] = useState<readonly PrivacyText[]>([])
  const [language, setLanguage] = useState<string>()
  const [failure, setFailure] = useState('')
  function load() {
    setFailure('')
    // It needs no token.
    call<readonly PrivacyText[]>('privacy_notices_of', { form, token: undefined }).then(
      setNotices,
      (error: unknown) => setFailure(errorMessage(error)),
    )
  }
  const notice = notices.find((each) => each.language === language) ?? notices[0]
  return (
    <div role="note" aria-label="Privacy notice" className="quiet">
      <p>
        We store what you enter here, and when.{' '}
        <a href="/privacy" target="_blank" rel="noreferrer">
          Privacy
        </a>
      </p>
      <details
        onToggle={({ currentTarget }) => {
          if (currentTarget.open && notices.length === 0) load()
        }}
      >
        <summary>Privacy notice</summary>
        {notices.length > 1 && (
          <p className="languages">
            {notices.map((each) => (
              <button
                key={each.language}
                type="button"
                className="link"
                lang={each.language}
                aria-pressed={each === notice}
                onClick={() => setLanguage(each.language)}
              >
                {languageName(each.language)}
              </button>
            ))}
          </p>
        )}
        {notice && (
          <p lang={notice.language} dir="auto" className="text">
            {notice.text}
          </p>
        )}
        {failure !== '' && <p role="alert">{failure} You can read it on the page Privacy.</p>}
      </details>
    </div>
  )
}
