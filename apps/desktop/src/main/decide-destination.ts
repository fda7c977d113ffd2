import { isAppAddress } from './app-address.ts'

/** Where a link opens: in the app, in the system's program (browser, mail, phone), or nowhere. */
export type Destination = 'app' | 'system' | 'refused'

/** Some programs truncate or misread longer URLs. */
const maxCharacters = 2000

/** The form of "Reply by e-mail": one recipient, an optional subject of one line and a text; no copies or attachments. */
const plainMail =
  /^mailto:(?:[\w.!~*'()+-]|%[2-7][0-9a-f])+@(?:[\w.-]|%[2-7][0-9a-f])+(?:\?subject=(?:[\w.!~*'()-]|%[2-9a-f][0-9a-f])*(?:&body=(?:[\w.!~*'()-]|%0d%0a|%[2-9a-f][0-9a-f])*)?)?$/i
const plainPhone = /^tel:\+?\d{1,30}$/

/**
 * Decides where the URL of a link or navigation may open. The system gets https, plain mailto and tel links only, because
 * other schemes start programs.
 */
export function decideDestination(address: string): Destination {
  // Browsers encode URLs. Unencoded characters are an attempt to be parsed differently by the next program.
  if (address.length > maxCharacters || !/^[\u0021-\u007E]+$/.test(address) || address.includes('\\')) {
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

/** An encoded comma, semicolon or @ would add recipients. */
function isPlainMail(address: string): boolean {
  const [to = ''] = address.split('?')
  return plainMail.test(address) && !/%(?:2c|3b|40)/i.test(to)
}
