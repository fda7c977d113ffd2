import { useEffect, useEffectEvent, useId, useRef } from 'react'

/** Marks the entry of the browser's history that stands for an open dialog, with the dialog's id. */
const mark = 'dialog'

/** Told from those of a window's earlier pages, whose history outlives a reload. */
const page = Math.random()

/**
 * The browser's Back closes an open dialog, as people on phones expect, instead of leaving the screen and what was
 * typed: an entry of the history, at the same address, stands for the dialog.
 *
 * @param tryToClose closes the dialog, or answers false when the person would rather stay
 * @returns what closes a dialog by any other way: it takes the entry back and runs `then` after that
 */
export function useBackButtonClosesDialog(
  opened: boolean,
  tryToClose: () => boolean,
): (then: () => void) => void {
  const id = `${page} ${useId()}`
  const close = useEffectEvent(tryToClose)
  /** What is to be done once the entry has been taken back: then nobody has to be asked any more. */
  const whenTakenBack = useRef<() => void>(undefined)
  useEffect(() => {
    if (!opened) return undefined
    function enter() {
      window.history.pushState({ ...window.history.state, [mark]: id }, '')
    }
    function onPop() {
      const then = whenTakenBack.current
      whenTakenBack.current = undefined
      if (then !== undefined) then()
      else if (!isAt(id) && !close()) enter()
    }
    // Not at once: React may take an effect back and run it again, and the history keeps what it was given.
    const entering = setTimeout(() => {
      enter()
      window.addEventListener('popstate', onPop)
    })
    return () => {
      clearTimeout(entering)
      window.removeEventListener('popstate', onPop)
    }
  }, [opened, id])

  return (then) => {
    if (!isAt(id)) {
      then()
      return
    }
    whenTakenBack.current = then
    window.history.back()
  }
}

function isAt(id: string): boolean {
  return Object(window.history.state)[mark] === id
}
