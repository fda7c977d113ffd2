import { IconButton } from '@giftwell/shared/ui/icon-button.tsx'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconChevronDown, IconChevronUp, IconX } from '@tabler/icons-react'
import { type KeyboardEvent, useEffect, useEffectEvent, useRef, useState } from 'react'

import type { Bridge } from '../../ipc/create-bridge.ts'
import type { EventData } from '../../ipc/contract.ts'
import classes from './find-bar.module.css'

type FindPort = Pick<Bridge, 'find' | 'onFindOpened' | 'onFound'>

/** The field for finding a text on the page: Enter goes to the next match, Shift and Enter to the one before, Escape closes. */
export function FindBar({ bridge }: { bridge: FindPort }) {
  /** The previously focused element; null while the bar is closed. */
  const [opener, setOpener] = useState<Element | null>(null)
  const [found, setFound] = useState<EventData<'find:found'> | null>(null)
  const field = useRef<HTMLInputElement>(null)
  const searched = useRef('')
  const losesFocus = useRef(false)

  const findSoon = useDebouncedCallback(() => find(true, true), 150)
  function find(isForward: boolean, isTyped = false) {
    findSoon.cancel()
    const text = field.current?.value ?? ''
    const isNew = isTyped || text !== searched.current
    searched.current = text
    losesFocus.current = text !== ''
    // Chromium goes on from the selection, which otherwise is the caret of this field.
    if (text !== '') getSelection()?.removeAllRanges()
    bridge.find(text, isForward, isNew).catch(report)
  }

  /** Chromium takes focus and caret from the page for each match that it finds. */
  function takeFocus() {
    losesFocus.current = false
    const { current } = field
    current?.focus()
    current?.setSelectionRange(current.selectionStart, current.selectionEnd)
  }
  function close() {
    findSoon.cancel()
    losesFocus.current = false
    searched.current = ''
    setFound(null)
    setOpener(null)
    const focusBack = () => opener instanceof HTMLElement && opener.focus()
    bridge.find('', true, true).then(focusBack, report)
  }
  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Enter' && !event.nativeEvent.isComposing) find(!event.shiftKey)
    if (event.key !== 'Escape') return
    event.stopPropagation()
    close()
  }

  const open = useEffectEvent(() => {
    if (opener === null) setOpener(document.activeElement ?? document.body)
    else field.current?.select()
  })
  const show = useEffectEvent((result: EventData<'find:found'>) => {
    if (opener === null) return
    // A match within a field may take the focus twice.
    if (losesFocus.current || document.activeElement === document.body) takeFocus()
    setFound(result)
  })
  useEffect(() => bridge.onFindOpened(() => open()), [bridge])
  useEffect(() => bridge.onFound((result) => show(result)), [bridge])
  useEffect(() => field.current?.focus(), [opener])

  return (
    <div role="search" aria-label="Find in page">
      {/* Chromium does not search in an element of this kind, so the bar's own text is no match. Its content shows only some
          time after it is drawn first, so it is there from the start. */}
      <object className={classes.bar}>
        <div>
          {opener !== null && (
            <div className={classes.search}>
              <input
                ref={field}
                className={classes.field}
                aria-label="Find in page"
                maxLength={200}
                autoComplete="off"
                spellCheck={false}
                // Dialogs below it stay open on Escape.
                data-mantine-stop-propagation="true"
                onChange={({ nativeEvent }) => {
                  setFound(null)
                  if (!('isComposing' in nativeEvent && nativeEvent.isComposing === true)) findSoon()
                }}
                onCompositionEnd={() => findSoon()}
                onBlur={() => losesFocus.current && takeFocus()}
                onKeyDown={onKeyDown}
              />
              <span role="status" className={classes.count}>
                {found !== null &&
                  (found.matches === 0 ? 'No matches' : `${found.present} of ${found.matches}`)}
              </span>
              <IconButton variant="subtle" aria-label="Previous match" onClick={() => find(false)}>
                <IconChevronUp aria-hidden size={18} />
              </IconButton>
              <IconButton variant="subtle" aria-label="Next match" onClick={() => find(true)}>
                <IconChevronDown aria-hidden size={18} />
              </IconButton>
              <IconButton variant="subtle" aria-label="Close" onClick={close}>
                <IconX aria-hidden size={18} />
              </IconButton>
            </div>
          )}
        </div>
      </object>
    </div>
  )
}

function report(error: unknown): void {
  console.error('The text could not be looked for', error)
}
