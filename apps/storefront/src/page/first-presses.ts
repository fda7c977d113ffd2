/** What was pressed or changed before hydration, with its state after it: a control, or a key that is none's. */
type Press = readonly [pressed: HTMLElement | KeyboardEvent, isChecked?: boolean, value?: string]

declare global {
  interface Window {
    /** Made by the inline script of index.html, which adds presses in their order until it is over. */
    firstPresses?: Press[] & { isOver?: boolean }
  }
}

/** Ends the recording of presses; returns them, of each control the last. Its controls no longer look busy. */
export function takeFirstPresses(): readonly Press[] {
  const { firstPresses = [] } = window
  firstPresses.isOver = true
  const presses = firstPresses.splice(0)
  if (presses.length === 0) return presses
  for (const [pressed] of presses) if (pressed instanceof HTMLElement) pressed.ariaBusy = null
  const region = document.getElementById('waiting')
  if (region !== null) region.textContent = ''
  return presses.filter(([pressed], index) => presses.findLastIndex(([each]) => each === pressed) === index)
}

/** Whether a control in an element that matches a selector is among the presses so far. */
export function isFirstPressed(selector: string): boolean {
  const { firstPresses = [] } = globalThis.window ?? {}
  return firstPresses.some(([pressed]) => pressed instanceof HTMLElement && pressed.closest(selector))
}

/**
 * Replays once, in order, the presses and choices from before hydration, since React loses the events of the
 * elements that it hydrates. Unchanged values, such as a box that was unticked again, are skipped. Text needs
 * nothing, since its fields are uncontrolled.
 */
export async function replayFirstPresses(): Promise<void> {
  const presses = takeFirstPresses()
  for (const [index, press] of presses.entries()) {
    // After the effects of the one before.
    await new Promise((resolve) => setTimeout(resolve))
    repeat(press, presses.slice(index + 1))
  }
}

function repeat([pressed, isChecked, value]: Press, later: readonly Press[]): void {
  if (pressed instanceof KeyboardEvent) {
    // The search that listens for this key is loaded on idle.
    if (pressed.key === '/') document.getElementById('search')?.focus()
    else pressed.target?.dispatchEvent(new KeyboardEvent(pressed.type, pressed))
  } else if (pressed instanceof HTMLSelectElement) {
    const initial = [...pressed.options].find(({ defaultSelected }) => defaultSelected) ?? pressed.options[0]
    if (value === undefined || value === initial?.value) return
    pressed.value = value
    pressed.dispatchEvent(new Event('change', { bubbles: true }))
  } else if (pressed instanceof HTMLInputElement) {
    const isOfGroup = (other: Press[0]) =>
      other instanceof HTMLInputElement && other.type === 'radio' && other.name === pressed.name
    const isReplaced = pressed.type === 'radio' && later.some(([other]) => isOfGroup(other))
    if (isReplaced || isChecked === pressed.defaultChecked) return
    // React listens for the click that changes it.
    pressed.checked = pressed.defaultChecked
    pressed.click()
  } else if (pressed instanceof HTMLButtonElement) pressed.click()
}
