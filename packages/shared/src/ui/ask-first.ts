/** Asks in the browser's own confirmation (specification, sections 2 and 5); true when the person agrees. */
export function askFirst(question: string): boolean {
  // The specification asks for this one, and nothing can draw over it or close it by mistake.
  // oxlint-disable-next-line no-alert
  return window.confirm(question)
}
