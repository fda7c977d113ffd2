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
  /** A line for each sample, which begins with what was done; the tracking link is at its end. */
  readonly event: {
    readonly value: string | null
    /** As the buyer has named them, in the order of the lines. */
    readonly samples?: readonly string[] | null
  } | null
}

/** The message of a step of samples. What staff write arrives as it is; of how a stranger has named a sample no link is made. */
export function sampleMessage(mail: SampleMail, origins: MailOrigins): Message {
  const lines = (mail.event?.value ?? '').split('\n').filter(Boolean)
  const names = mail.event?.samples ?? []
  const isSent = lines[0]?.startsWith('Sent: ') === true
  const isRefused = lines[0]?.startsWith('Refused: ') === true
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
    ...lines.flatMap((line, index): Block[] => {
      const [, text = line, url] = /^\w+: (.*?)(?:, (https?:\/\/\S+))?$/.exec(line) ?? []
      const name = names[index]
      return [
        name !== undefined && text.startsWith(name)
          ? staffText(withoutLinks(name) + text.slice(name.length))
          : { text: withoutLinks(text) },
        ...(isSent && url !== undefined ? [{ link: url, text: 'Track the parcel' }] : []),
      ]
    }),
    ...(mail.token === null
      ? []
      : [
          { link: page, text: 'Open your inquiry' },
          ...(isSent ? [{ text: 'There you can also tell us how you like the sample.' }] : []),
        ]),
  ])
}
