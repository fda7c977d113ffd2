/** The controls that were pressed or changed before hydration, in order, and whether each was then checked, and its value. */
type FirstPresses = ReadonlyMap<HTMLElement, readonly [isChecked: boolean | undefined, value: string]>

declare global {
  interface Window {
    /** Made by the inline script of index.html; null once it no longer remembers. */
    firstPresses?: FirstPresses | null
  }
}

/** Ends the remembering of presses; returns the controls that were pressed, which no longer look busy. */
export function takeFirstPresses(): FirstPresses {
  const presses = window.firstPresses ?? new Map<never, never>()
  window.firstPresses = null
  if (presses.size === 0) return presses
  for (const control of presses.keys()) control.ariaBusy = null
  const region = document.getElementById('waiting')
  if (region !== null) region.textContent = ''
  return presses
}

/**
 * Replays once, in order, the presses and choices from before hydration, since React loses the events of the
 * elements that it hydrates. Unchanged values, such as a box that was unticked again, are skipped. Text needs
 * nothing, since its fields are uncontrolled.
 */
export async function replayFirstPresses(): Promise<void> {
  const presses = [...takeFirstPresses()]
  for (const [index, [control, [isChecked, value]]] of presses.entries()) {
    // After the effects of the one before.
    await new Promise((resolve) => setTimeout(resolve))
    if (control instanceof HTMLSelectElement) {
      const initial =
        [...control.options].find(({ defaultSelected }) => defaultSelected) ?? control.options[0]
      if (value === initial?.value) continue
      control.value = value
      control.dispatchEvent(new Event('change', { bubbles: true }))
    } else if (control instanceof HTMLInputElement) {
      const isOfGroup = (other: HTMLElement) =>
        other instanceof HTMLInputElement && other.type === 'radio' && other.name === control.name
      const isReplaced =
        control.type === 'radio' && presses.slice(index + 1).some(([other]) => isOfGroup(other))
      if (isReplaced || isChecked === control.defaultChecked) continue
      // React listens for the click that changes it.
      control.checked = control.defaultChecked
      control.click()
    } else control.click()
  }
}
