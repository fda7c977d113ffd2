import type { ReactNode } from 'react'

/** Shows a text, with what a search has found in it marked. */
export type Marker = (text: string) => ReactNode

const endings = ['', 's', 'es']

/** Marks the words of a text that are one of these, in the singular or the plural, whatever their case and accents. */
export function markerOf(words: readonly string[]): Marker {
  const forms = new Set(
    words.flatMap((word) => [
      ...endings.map((ending) => word + ending),
      ...(word.endsWith('y') ? [`${word.slice(0, -1)}ie`, `${word.slice(0, -1)}ies`] : []),
    ]),
  )
  return (text) =>
    text
      .split(/([\p{L}\p{N}\p{M}]+)/u)
      // By position: the text does not change.
      // oxlint-disable-next-line react/no-array-index-key
      .map((part, place) => (forms.has(folded(part)) ? <mark key={place}>{part}</mark> : part))
}

function folded(text: string): string {
  return text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()
}
