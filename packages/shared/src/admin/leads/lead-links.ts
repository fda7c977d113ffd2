import { brand } from '../../domain/brand.ts'

/** Writes to an address, whatever it holds: it came from a stranger, and must not add copies or a text of its own. */
export function mailLink(address: string): string {
  return `mailto:${encodeURIComponent(address).replaceAll('%40', '@')}`
}

/** Answers an inquiry. */
export function replyLink(address: string): string {
  return `${mailLink(address)}?subject=${encodeURIComponent(`Your inquiry to ${brand.name}`)}`
}

/** Calls a number as it was typed; undefined when there is none in it. */
export function callLink(phone: string): string | undefined {
  const number = phone.replaceAll(/[^+\d]/g, '')
  return /\d/.test(number) ? `tel:${number}` : undefined
}
