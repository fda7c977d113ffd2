/** For the `ref` of a part that appears while the person looks elsewhere: at a dialog's button, on a phone. */
export function scrollToPart(part: HTMLElement | null): void {
  part?.scrollIntoView({ block: 'nearest' })
}
