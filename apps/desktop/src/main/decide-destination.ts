import { isAppAddress } from './app-address.ts'

/** Where a link leads: a page of our own, a program of the system (browser, mail, phone), or nowhere. */
export type Destination = 'app' | 'system' | 'refused'

/** Longer addresses are cut or misread by some systems' programs. */
const mostCharacters = 2000

/** As the leads' "Reply by e-mail" builds it: one address, at most a subject; no copies, no attachments, no line breaks. */
const plainMail =
  /^mailto:(?:[\w.!~*'()+-]|%[2-7][0-9a-f])+@(?:[\w.-]|%[2-7][0-9a-f])+(?:\?subject=(?:[\w.!~*'()-]|%[2-9a-f][0-9a-f])*)?$/i
const plainPhone = /^tel:\+?\d{1,30}$/

/**
 * Judges the address of a link or navigation; everything that may leave the app, or lead within it, is decided here. Only
 * https, plain e-mail links and phone numbers are handed to the system: other schemes start programs.
 */
export function decideDestination(address: string): Destination {
  // Browsers hand over encoded addresses; anything else was made to be read differently by the next program.
  if (address.length > mostCharacters || !/^[\u0021-\u007E]+$/.test(address) || address.includes('\\')) {
    return 'refused'
  }
  if (isAppAddress(address)) return 'app'
  return isPlainHttps(address) || isPlainMail(address) || plainPhone.test(address) ? 'system' : 'refused'
}

function isPlainHttps(address: string): boolean {
  if (!/^https:\/\/[^/]/i.test(address) || !URL.canParse(address)) return false
  const { protocol, username, password } = new URL(address)
  return protocol === 'https:' && username === '' && password === ''
}

/** An encoded comma or "at" would make several addresses of one. */
function isPlainMail(address: string): boolean {
  const [to = ''] = address.split('?')
  return plainMail.test(address) && !/%(?:2c|3b|40)/i.test(to)
}
