import type { Backend } from '@giftwell/shared/kernel/backend.ts'
import { send } from '@giftwell/shared/kernel/rest-request.ts'
import { useBackend } from '@giftwell/shared/kernel/backend-context.ts'
import { languageName, type NoticeForm, type PrivacyText } from '@giftwell/shared/legal/privacy-text.ts'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'

import classes from './privacy-notice.module.css'

/** Which notice a form shows. */
export interface ShownNotice {
  readonly version: number
  readonly language: string
}

interface PrivacyNoticeProps {
  readonly form: NoticeForm
  readonly summary?: string
  /** Called with the notice that is shown, and again in another language. */
  readonly onShown?: (notice: ShownNotice) => void
}

/**
 * The notice of a form, folded, in the languages that the owner has written. It is loaded when it is opened, or when the form
 * around it takes the focus; without it the form works as well.
 */
export function PrivacyNotice({ form, summary = 'Privacy notice', onShown }: PrivacyNoticeProps) {
  const root = useRef<HTMLDetailsElement>(null)
  const [isWanted, setWanted] = useState(false)
  const [language, setLanguage] = useState<string>()
  const { data = [], isError, refetch } = useQuery({ ...noticesQuery(useBackend(), form), enabled: isWanted })
  const preferred = language ?? navigator.language.split('-')[0]
  const notice = data.find((each) => each.language === preferred) ?? data[0]
  const tellShown = useEffectEvent((shown: ShownNotice) => onShown?.(shown))

  useEffect(() => {
    const around = root.current?.closest('form')
    if (!around) return undefined
    const load = () => setWanted(true)
    if (around.contains(document.activeElement)) load()
    around.addEventListener('focusin', load)
    return () => around.removeEventListener('focusin', load)
  }, [])
  useEffect(() => {
    if (notice) tellShown({ version: notice.version, language: notice.language })
  }, [notice])

  return (
    <details
      ref={root}
      className={classes.root}
      onToggle={({ currentTarget }) => {
        if (currentTarget.open) setWanted(true)
      }}
    >
      <summary>{summary}</summary>
      {data.length > 1 && (
        <div role="group" aria-label="Language of the notice" className={classes.languages}>
          {data.map((each) => (
            <button
              key={each.language}
              type="button"
              lang={each.language}
              aria-pressed={each === notice}
              onClick={() => setLanguage(each.language)}
            >
              {languageName(each.language)}
            </button>
          ))}
        </div>
      )}
      {notice && (
        <div lang={notice.language} dir="auto" className={classes.text} translate="no">
          {notice.text.split(/\n\s*\n/).map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
        </div>
      )}
      {isError && (
        <p role="alert">
          We could not load this notice. You can read it on the page{' '}
          <a href="/privacy" target="_blank" rel="noreferrer">
            Privacy
          </a>
          , or{' '}
          <button type="button" className={classes.again} onClick={() => void refetch()}>
            try again
          </button>
          .
        </p>
      )}
      {!notice && !isError && <p role="status">Loading...</p>}
    </details>
  )
}

/** The notices of a form, English first. */
function noticesQuery(backend: Backend, form: NoticeForm) {
  return queryOptions({
    queryKey: ['privacy notices', form],
    queryFn: async ({ signal }): Promise<readonly PrivacyText[]> => {
      const data = await send(backend, (rest) =>
        rest.rpc('privacy_notices_of', { form }, { get: true }).abortSignal(signal),
      )
      // The database's tests hold its shape.
      return data as unknown as readonly PrivacyText[]
    },
  })
}
