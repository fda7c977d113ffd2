import { createHmac, timingSafeEqual } from 'node:crypto'

/** Bytes of a signature, too many to be guessed by sending e-mails. */
const signatureLength = 10

/** The record of an e-mail, named by the address for its answers. */
export type About = 'lead' | 'quotation'

const signed = (id: Buffer, secret: string, about: About) =>
  createHmac('sha256', secret).update(`reply to a ${about}`).update(id).digest().subarray(0, signatureLength)

/**
 * The address that an e-mail about a lead or a quotation is answered to: `replies+TOKEN@mail.example` for the mailbox
 * `replies@mail.example`. The token is its id, signed. It is hexadecimal, since mail servers may change the case of an address.
 */
export function replyAddress(mailbox: string, secret: string, named: string, about: About = 'lead'): string {
  const id = Buffer.from(named.replaceAll('-', ''), 'hex')
  const at = mailbox.lastIndexOf('@')
  const token = Buffer.concat([id, signed(id, secret, about)]).toString('hex')
  return `${mailbox.slice(0, at)}+${token}${mailbox.slice(at)}`
}

/** The id that an address of a mailbox names; null for another address, and for a forged one. */
export function idOfAddress(
  mailbox: string,
  secret: string,
  address: string,
  about: About = 'lead',
): string | null {
  const at = mailbox.lastIndexOf('@')
  const [start, end] = [`${mailbox.slice(0, at)}+`.toLowerCase(), mailbox.slice(at).toLowerCase()]
  const text = address.trim().toLowerCase()
  const token = text.slice(start.length, text.length - end.length)
  if (!text.startsWith(start) || !text.endsWith(end) || !/^[\da-f]{52}$/.test(token)) return null
  const bytes = Buffer.from(token, 'hex')
  const id = bytes.subarray(0, 16)
  if (!timingSafeEqual(bytes.subarray(16), signed(id, secret, about))) return null
  return id.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
