import { afterPaint } from '@giftwell/shared/ui/after-paint.ts'
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'

type Change = (search: URLSearchParams) => URLSearchParams

/** What an address asks for, and the entry of the browser's history that it stands in. */
interface Visit {
  readonly search: string
  readonly entry: string
}

/** A choice that has been made and is not in the address yet. */
interface Choice extends Visit {
  /** The entry that was shown when it was made. */
  readonly madeIn: string
}

/**
 * What the page's address asks for, and how to ask for something else. A choice shows at once; it becomes an entry of
 * the browser's history when it has been painted, since that costs the browser, and every link on the page, more than
 * showing what was chosen. `entry` is the same before and after, and when one comes back.
 */
export function useChosenAddress() {
  const { key, state, search } = useLocation()
  const navigate = useNavigate()
  const [choice, setChoice] = useState<Choice | null>(null)
  const written: Visit = { search, entry: entryIn(state) ?? key }
  const shown = choice?.madeIn === written.entry ? choice : written

  const latest = useRef({ shown, written, state: state as unknown, navigate })
  useLayoutEffect(() => {
    latest.current = { shown, written, state, navigate }
  })

  const coming = useRef<Coming | null>(null)
  useEffect(() => {
    // Whoever goes somewhere else before that takes no choice along.
    if (coming.current === null || coming.current.madeIn === written.entry) return
    coming.current.stop()
    setChoice(null)
  }, [written.entry])
  useEffect(() => () => coming.current?.stop(), [])

  /** With `isStep`, in place of the entry before: one of several choices on the way to the one that is meant. */
  const choose = useCallback((change: Change, isStep = false) => {
    coming.current?.write()
    const { shown: before, written: current } = latest.current
    const made = { search: changed(before.search, change), entry: newEntry() }
    const letBe = afterPaint(write)
    function stop() {
      letBe()
      coming.current = null
    }
    function write() {
      stop()
      setChoice(null)
      void latest.current.navigate({ search: made.search }, { replace: isStep, state: { entry: made.entry } })
      latest.current = { ...latest.current, shown: made, written: made }
    }
    coming.current = { madeIn: current.entry, write, stop }
    setChoice({ ...made, madeIn: current.entry })
    latest.current = { ...latest.current, shown: made }
  }, [])

  /** Asks for something else in the entry that is shown. */
  const correct = useCallback((change: Change) => {
    const { navigate: go, written: wrong, state: kept } = latest.current
    void go({ search: changed(wrong.search, change) }, { replace: true, state: kept })
  }, [])

  return { search: shown.search, entry: shown.entry, choose, correct }
}

/** A choice on its way into the address. */
interface Coming {
  readonly madeIn: string
  write(): void
  stop(): void
}

function changed(search: string, change: Change): string {
  const text = change(new URLSearchParams(search)).toString()
  return text === '' ? '' : `?${text}`
}

function newEntry(): string {
  return Math.random().toString(36).slice(2)
}

/** Entries of the history outlive versions of this site: what they hold may be anything. */
function entryIn(state: unknown): string | undefined {
  const entry: unknown = Object(state).entry
  return typeof entry === 'string' ? entry : undefined
}
