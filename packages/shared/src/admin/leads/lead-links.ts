import { brand } from '../../domain/brand.ts'

/** A mailto link. Encodes the address, so that a visitor's input cannot add recipients or a body. */
export function mailLink(address: string): string {
  return `mailto:${encodeURIComponent(address).replaceAll('%40', '@')}`
}

export function replyLink(address: string): string {
  return `${mailLink(address)}?subject=${encodeURIComponent(`Your inquiry to ${brand.name}`)}`
}

/** A tel link; undefined for a text without digits. */
export function callLink(phone: string): string | undefined {
  const number = phone.replaceAll(/[^+\d]/g, '')
  return /\d/.test(number) ? `tel:${number}` : undefined
}
