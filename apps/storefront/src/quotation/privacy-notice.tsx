/** @jsxImportSource preact */
import { errorMessage } from '@giftwell/shared/kernel/app-error.ts'
import { languageName, type NoticeForm, type PrivacyText } from '@giftwell/shared/settings/privacy-notice.ts'
import { useEffect, useState } from 'preact/hooks'

import { usePage } from './form-parts.tsx'

/** The notice at a form of a quotation, folded, in the languages that the seller has written. The form works without it. */
export function PrivacyNotice({ form }: { readonly form: NoticeForm }) {
  const { call } = usePage()
  const [isWanted, setWanted] = useState(false)
  const [notices, setNotices] = useState<readonly PrivacyText[]>([])
  const [language, setLanguage] = useState<string>()
  const [failure, setFailure] = useState('')
  useEffect(() => {
    if (!isWanted) return
    setFailure('')
    // It needs no token.
    call<readonly PrivacyText[]>('privacy_notices_of', { form, token: undefined }).then(
      setNotices,
      (error: unknown) => {
        setWanted(false)
        setFailure(errorMessage(error))
      },
    )
  }, [call, form, isWanted])
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
          if (currentTarget.open) setWanted(true)
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
