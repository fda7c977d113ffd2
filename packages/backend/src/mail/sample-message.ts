import type { Message } from './auth-message.ts'
import {
  type Block,
  composed,
  type MailOfOutbox,
  type MailOrigins,
  oneLine,
  staffText,
  withoutLinks,
} from './composed-message.ts'

/** To a buyer whose samples were agreed, refused or sent. */
export interface SampleMail extends MailOfOutbox {
  readonly kind: 'sample'
  readonly lead: { readonly name: string }
  /** Of the link to the inquiry's private page; null where the staff have ended the buyer's links. */
  readonly token: string | null
  readonly event: {
    /** The steps of the samples, as "Sent: Mug, by DTDC". */
    readonly value: string | null
    /** Each as the buyer has named it, with the text of the staff and the tracking link. */
    readonly samples?:
      | readonly { readonly name: string; readonly text: string | null; readonly url: string | null }[]
      | null
  } | null
}

/** The message of a step of samples. Texts by staff arrive unchanged; a public product name becomes no link. */
export function sampleMessage(mail: SampleMail, origins: MailOrigins): Message {
  const done = mail.event?.value ?? ''
  const isSent = done.startsWith('Sent: ')
  const isRefused = done.startsWith('Refused: ')
  const news = isSent ? 'is on its way' : isRefused ? 'cannot be sent' : 'is agreed'
  const page = `${origins.site}/inquiry/${mail.token}`
  return composed(mail, origins, `Your sample ${news}: ${mail.reference}`, null, [
    { text: `Hello ${oneLine(mail.lead.name)},` },
    {
      text: isSent
        ? 'These samples are on their way to you.'
        : isRefused
          ? 'We are sorry: we cannot send these samples.'
          : 'We will send you these samples.',
    },
    ...(mail.event?.samples ?? []).flatMap(({ name, text, url }): Block[] => [
      staffText([withoutLinks(name), text].filter(Boolean).join(', ')),
      ...(url === null ? [] : [{ link: url, text: 'Track the parcel' }]),
    ]),
    ...(mail.token === null
      ? []
      : [
          { link: page, text: 'Open your inquiry' },
          ...(isSent ? [{ text: 'There you can also tell us how you like the sample.' }] : []),
        ]),
  ])
}
