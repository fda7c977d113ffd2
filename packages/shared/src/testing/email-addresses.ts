/** An address as it is typed or pasted. */
export interface EmailCase {
  readonly typed: string
  /** The forms' result; null if they reject it. */
  readonly cleaned: string | null
  /** The mailbox that the database's limits count. */
  readonly mailbox?: string
}

/** The rules for e-mail addresses, of the forms (`email-address.ts`) and of the database (`private.is_deliverable`). */
export const emailCases: readonly EmailCase[] = [
  { typed: 'asha@nova.example', cleaned: 'asha@nova.example', mailbox: 'asha@nova.example' },
  { typed: 'Asha@Nova.Example', cleaned: 'Asha@Nova.Example', mailbox: 'asha@nova.example' },
  { typed: ' asha@nova.example\n', cleaned: 'asha@nova.example', mailbox: 'asha@nova.example' },
  { typed: 'asha+gifts+2@nova.example', cleaned: 'asha+gifts+2@nova.example', mailbox: 'asha@nova.example' },
  { typed: '+asha@nova.example', cleaned: '+asha@nova.example', mailbox: '+asha@nova.example' },
  { typed: 'a.s.h.a@nova.example', cleaned: 'a.s.h.a@nova.example', mailbox: 'a.s.h.a@nova.example' },
  { typed: 'A.s.ha+x@GoogleMail.com', cleaned: 'A.s.ha+x@GoogleMail.com', mailbox: 'asha@gmail.com' },
  { typed: 'asha@nova.example.', cleaned: 'asha@nova.example', mailbox: 'asha@nova.example' },
  { typed: 'asha@nova.example,', cleaned: 'asha@nova.example', mailbox: 'asha@nova.example' },
  { typed: 'asha@nova.example; ', cleaned: 'asha@nova.example', mailbox: 'asha@nova.example' },
  {
    typed: 'as\u200bha@nova\u00ad.example\u200f',
    cleaned: 'asha@nova.example',
    mailbox: 'asha@nova.example',
  },
  { typed: '\u202aasha@nova.example\u202c', cleaned: 'asha@nova.example', mailbox: 'asha@nova.example' },
  { typed: '\ufeffasha@nova.example\u00a0', cleaned: 'asha@nova.example', mailbox: 'asha@nova.example' },
  { typed: 'mailto:asha@nova.example', cleaned: 'asha@nova.example', mailbox: 'asha@nova.example' },
  {
    typed: 'MAILTO:asha@nova.example?subject=Gifts,',
    cleaned: 'asha@nova.example',
    mailbox: 'asha@nova.example',
  },
  { typed: '<asha@nova.example>', cleaned: 'asha@nova.example', mailbox: 'asha@nova.example' },
  { typed: '"Rao, Asha" <asha@nova.example>,', cleaned: 'asha@nova.example', mailbox: 'asha@nova.example' },
  {
    typed: 'asha@nova.example<mailto:asha@nova.example>',
    cleaned: 'asha@nova.example',
    mailbox: 'asha@nova.example',
  },
  { typed: 'ａsha＠nova．example', cleaned: 'asha@nova.example', mailbox: 'asha@nova.example' },
  {
    typed: 'asha@bücher.example',
    cleaned: 'asha@xn--bcher-kva.example',
    mailbox: 'asha@xn--bcher-kva.example',
  },
  {
    typed: 'asha@BÜCHER.example',
    cleaned: 'asha@xn--bcher-kva.example',
    mailbox: 'asha@xn--bcher-kva.example',
  },
  {
    typed: 'asha@xn--bcher-kva.example',
    cleaned: 'asha@xn--bcher-kva.example',
    mailbox: 'asha@xn--bcher-kva.example',
  },
  { typed: 'आशा@nova.example', cleaned: 'आशा@nova.example', mailbox: 'आशा@nova.example' },
  { typed: '"asha"@nova.example', cleaned: null },
  { typed: String.raw`"as\ha"@nova.example`, cleaned: null },
  { typed: String.raw`as\ha@nova.example`, cleaned: null },
  { typed: 'asha(work)@nova.example', cleaned: null },
  { typed: 'asha@nova.example(work)', cleaned: null },
  { typed: 'asha,ravi@nova.example', cleaned: null },
  { typed: 'asha@nova.example, ravi@nova.example', cleaned: null },
  { typed: 'asha@[127.0.0.1]', cleaned: null },
  { typed: 'asha@127.0.0.1', cleaned: null },
  { typed: 'asha@nova', cleaned: null },
  { typed: 'asha@-nova.example', cleaned: null },
  { typed: 'asha@nova..example', cleaned: null },
  { typed: 'asha @nova.example', cleaned: null },
  { typed: 'as\tha@nova.example', cleaned: null },
  { typed: 'asha@@nova.example', cleaned: null },
  { typed: '@nova.example', cleaned: null },
  { typed: 'asha@', cleaned: null },
  { typed: 'asha', cleaned: null },
]
