import { languageName, type PrivacyText } from '@giftwell/shared/legal/privacy-text.ts'
import { useEffect, useRef, useState } from 'react'

import classes from './privacy-notice.module.css'

/** Which notice a form shows. */
export interface ShownNotice {
  readonly version: number
  readonly language: string
}

interface FoldedNoticeProps {
  readonly summary?: string
  /** Loads it in the languages that the owner has written, English first. */
  readonly load: () => Promise<readonly PrivacyText[]>
  /** Called with the notice that is shown, and again in another language. */
  readonly onShown?: ((notice: ShownNotice) => void) | undefined
}

/**
 * The notice of a form, folded. It is loaded when it is opened, or when the form around it takes the focus and notes which one it
 * shows; without it the form works as well.
 */
export function FoldedNotice({ summary = 'Privacy notice', load, onShown }: FoldedNoticeProps) {
  const root = useRef<HTMLDetailsElement>(null)
  const [notices, setNotices] = useState<readonly PrivacyText[]>([])
  const [notice, setNotice] = useState<PrivacyText>()
  const [state, setState] = useState<'unwanted' | 'loading' | 'loaded' | 'failed'>('unwanted')

  function show(shown: PrivacyText | undefined) {
    setNotice(shown)
    if (shown) onShown?.({ version: shown.version, language: shown.language })
  }

  async function request() {
    setState('loading')
    try {
      const found = await load()
      const [preferred] = navigator.language.split('-')
      setState('loaded')
      setNotices(found)
      show(found.find(({ language }) => language === preferred) ?? found[0])
    } catch (error) {
      console.warn(error)
      setState('failed')
    }
  }

  useEffect(() => {
    const details = root.current
    const around = onShown === undefined ? null : details?.closest('form')
    // It was opened, or its form took the focus, before the scripts were there.
    const isWanted = details?.open === true || around?.contains(document.activeElement) === true
    if (state === 'unwanted' && isWanted) void request()
    if (!around) return undefined
    const requestAgain = () => {
      if (state === 'unwanted' || state === 'failed') void request()
    }
    around.addEventListener('focusin', requestAgain)
    return () => around.removeEventListener('focusin', requestAgain)
  })

  return (
    <details
      ref={root}
      className={classes.root}
      onToggle={({ currentTarget }) => {
        if (currentTarget.open && state === 'unwanted') void request()
      }}
    >
      <summary>{summary}</summary>
      {notices.length > 1 && (
        <div role="group" aria-label="Language of the notice" className={classes.languages}>
          {notices.map((each) => (
            <button
              key={each.language}
              type="button"
              lang={each.language}
              aria-pressed={each === notice}
              onClick={() => show(each)}
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
      {state === 'failed' && (
        <p role="alert">
          We could not load this notice. You can read it on the{' '}
          <a href="/privacy" target="_blank" rel="noreferrer">
            Privacy
          </a>{' '}
          page, or{' '}
          <button type="button" className={classes.again} onClick={() => void request()}>
            try again
          </button>
          .
        </p>
      )}
      {state === 'loading' && <p role="status">Loading...</p>}
    </details>
  )
}
