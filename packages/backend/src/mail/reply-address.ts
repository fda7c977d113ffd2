import { createHmac, timingSafeEqual } from 'node:crypto'

/** Bytes of a signature, too many to be guessed by sending e-mails. */
const signatureLength = 10

const signed = (lead: Buffer, secret: string) =>
  createHmac('sha256', secret).update('reply to a lead').update(lead).digest().subarray(0, signatureLength)

/**
 * The address that an e-mail about a lead is answered to: `replies+TOKEN@mail.example` for the mailbox `replies@mail.example`.
 * The token names the lead and is signed. It is hexadecimal, since mail servers may change the case of an address.
 */
export function replyAddress(mailbox: string, secret: string, lead: string): string {
  const id = Buffer.from(lead.replaceAll('-', ''), 'hex')
  const at = mailbox.lastIndexOf('@')
  const token = Buffer.concat([id, signed(id, secret)]).toString('hex')
  return `${mailbox.slice(0, at)}+${token}${mailbox.slice(at)}`
}

/** The id of the lead that an address of a mailbox names; null for another address, and for a forged one. */
export function leadOfAddress(mailbox: string, secret: string, address: string): string | null {
  const at = mailbox.lastIndexOf('@')
  const [start, end] = [`${mailbox.slice(0, at)}+`.toLowerCase(), mailbox.slice(at).toLowerCase()]
  const text = address.trim().toLowerCase()
  const token = text.slice(start.length, text.length - end.length)
  if (!text.startsWith(start) || !text.endsWith(end) || !/^[\da-f]{52}$/.test(token)) return null
  const bytes = Buffer.from(token, 'hex')
  const id = bytes.subarray(0, 16)
  if (!timingSafeEqual(bytes.subarray(16), signed(id, secret))) return null
  return id.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
