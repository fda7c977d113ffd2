const id = 'announcements'

/** The one polite live region of the site. It has no role, so that it is not taken for a toast. */
export function Announcer() {
  return <div id={id} aria-live="polite" className="visually-hidden" />
}

/** Says something to screen readers once they have finished what they are saying. */
export function announce(message: string): void {
  const region = document.getElementById(id)
  if (region !== null) region.textContent = message
}
