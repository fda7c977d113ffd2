import { AppError, toAppError } from '@giftwell/shared/kernel/app-error.ts'
import { sessionStorageKey } from '@giftwell/shared/kernel/backend.ts'
import { quotationFigures, type QuotationFigures } from '@giftwell/shared/quotations/figures.ts'
import { chosenLines, type QuotationChoice } from '@giftwell/shared/quotations/quotation.ts'
import { useCallback, useEffect, useMemo, useState } from 'preact/hooks'

import type { CallFunction, EndedQuotation, OpenedQuotation } from './open-quotation.ts'

/** Milliseconds between two looks for the seller's answers, while the page is visible. */
const pollInterval = 12_000
/** Milliseconds of visibility after which a quotation counts as seen. */
const seenAfter = 2_000
/** Milliseconds without another choice before the server confirms the figures. */
const confirmAfter = 300

/** A quotation that is opened by its link, and opened again while the page is visible. */
export function useOpened(call: CallFunction, first: OpenedQuotation | EndedQuotation | null) {
  const [opened, setOpened] = useState(first)
  const [failure, setFailure] = useState<AppError | null>(null)
  const reload = useCallback(async () => {
    try {
      setOpened(await call<OpenedQuotation | EndedQuotation>('open_quotation'))
      setFailure(null)
    } catch (error) {
      setFailure(error instanceof AppError ? error : toAppError(Object(error)))
    }
  }, [call])

  useEffect(() => {
    if (first === null) void reload()
    const whenVisible = () => {
      if (document.visibilityState === 'visible') void reload()
    }
    const timer = setInterval(whenVisible, pollInterval)
    document.addEventListener('visibilitychange', whenVisible)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', whenVisible)
    }
  }, [first, reload])

  return { opened, failure, reload }
}

/**
 * Counts a view after two seconds of visibility, never at loading: programs open links, too. A session of this browser goes with
 * it, since the database counts no view of the staff; one that is over counts none.
 */
export function useSeen(call: CallFunction): void {
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

function storedSession(): string | null {
  try {
    const token: unknown = Object(JSON.parse(localStorage.getItem(sessionStorageKey) ?? 'null'))[
      'access_token'
    ]
    return typeof token === 'string' ? token : null
  } catch {
    // The browser forbids storage, so there is no session.
    return null
  }
}

/** What the reader has selected, and its figures: computed at once, then as the server has them. */
export function useChoice(call: CallFunction, opened: OpenedQuotation) {
  const [selected, select] = useState<QuotationChoice>({ quantities: {}, options: {} })
  const [confirmed, setConfirmed] = useState<{ readonly key: string; readonly figures: QuotationFigures }>()
  const { accepted } = opened
  const choice = accepted?.choice ?? selected
  const key = JSON.stringify([opened.number, opened.revision, choice])
  const chosen = useMemo(() => chosenLines(opened, choice), [opened, choice])
  const computed = useMemo(
    () => quotationFigures(chosen, opened.discount, opened.place.tax, opened.rounds_off),
    [chosen, opened],
  )
  const isFirst = choice === selected && Object.keys({ ...choice.quantities, ...choice.options }).length === 0

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

  const figures =
    accepted?.figures ?? (isFirst ? opened.figures : confirmed?.key === key ? confirmed.figures : computed)
  return { choice, select, chosen, figures, hasChanged: !isFirst }
}
