import { type Attachment, type Message, siteNameOf } from './auth-message.ts'
import { composed, type MailOfOutbox, type MailOrigins, staffText } from './composed-message.ts'
import { type DigestMail, digestMessage } from './digest-message.ts'
import {
  type FactorMail,
  type InvitationMail,
  invitationMessage,
  type LeadMail,
  leadMessage,
} from './lead-message.ts'
import { type QuotationMail, quotationMessage } from './quotation-message.ts'
import { type SampleMail, sampleMessage } from './sample-message.ts'

/** To a person who requested their data. */
interface DataLinkMail extends MailOfOutbox {
  readonly kind: 'data_link'
  /** Of its link; a new one in each attempt. */
  readonly token: string | null
}

/** To the owner of a site of before, whose setting has changed. */
interface KeptYearsMail extends MailOfOutbox {
  readonly kind: 'kept_years'
}

/** To an administrator who tests the delivery. */
interface TestMail extends MailOfOutbox {
  readonly kind: 'test'
}

/** A reply to a lead that a person of the back office has written. */
interface ReplyMail extends MailOfOutbox {
  readonly kind: 'reply'
  readonly reply: {
    readonly subject: string
    readonly text: string
    /** The address of the person; null for one that takes no e-mail. */
    readonly reply_to: string | null
    readonly files: readonly Attachment[]
  }
}

/** An e-mail of the outbox, as the database's `claim_mails` gives it. */
export type QueuedMail =
  | LeadMail
  | ReplyMail
  | InvitationMail
  | FactorMail
  | DataLinkMail
  | KeptYearsMail
  | TestMail
  | DigestMail
  | SampleMail
  | QuotationMail

/** The message of an e-mail of the outbox. */
export function queuedMessage(mail: QueuedMail, origins: MailOrigins): Message {
  switch (mail.kind) {
    case 'acknowledgement':
    case 'notice':
      return leadMessage(mail, origins)
    case 'reply':
      return replyMessage(mail, origins)
    case 'invitation':
      return invitationMessage(mail, origins)
    case 'factor_removed':
      return factorMessage(mail, origins)
    case 'erasure_warning':
      return erasureWarning(mail, origins)
    case 'data_link':
      return dataLinkMessage(mail, origins)
    case 'kept_years':
      return keptYearsMessage(mail, origins)
    case 'test':
      return testMessage(mail, origins)
    case 'digest':
      return digestMessage(mail, origins)
    case 'sample':
      return sampleMessage(mail, origins)
    default:
      return quotationMessage(mail, origins)
  }
}

/** The message of a reply, as it was written (product.md, section 2, Leads). */
function replyMessage(mail: ReplyMail, origins: MailOrigins): Message {
  const { subject, text, reply_to: replyTo, files } = mail.reply
  const paragraphs = text.split(/\n{2,}/).map(staffText)
  return {
    ...composed(mail, origins, subject, null, paragraphs),
    ...(replyTo !== null && origins.replyAddress === undefined && { replyTo }),
    attachments: files,
    isPersonal: true,
  }
}

/** The message to a person whose second factor was removed. */
function factorMessage(mail: FactorMail, origins: MailOrigins): Message {
  const subject = `Your two-step sign-in at ${siteNameOf(mail.site)} was removed`
  const link = `${origins.site}/admin/account`
  return composed(mail, origins, subject, link, [
    { text: 'An administrator has removed the second step of your sign-in, and your sessions have ended.' },
    { text: 'Sign in with your password, and set up the second step again.' },
    { link, text: 'Your Account' },
    { text: 'If you did not ask for this, choose a new password and tell an administrator.' },
  ])
}

/** The message with the link to a person's data. The token is in the link's fragment, which no server sees. */
function dataLinkMessage(mail: DataLinkMail, origins: MailOrigins): Message {
  const siteName = siteNameOf(mail.site)
  const link = `${origins.site}/privacy/data#${mail.token}`
  return composed(mail, origins, `Your data at ${siteName}`, link, [
    { text: `Someone has asked for the data that ${siteName} stores about this e-mail address.` },
    { link, text: 'See, download or delete your data' },
    {
      text: 'The link works for 48 hours. Anyone with the link can read and delete the data, so do not share it.',
    },
    { text: 'If you did not ask for this, you can ignore this e-mail: nothing changes without the link.' },
  ])
}

/** Reports once that accepted quotations are now retained, with the reason. */
function keptYearsMessage(mail: KeptYearsMail, origins: MailOrigins): Message {
  const subject = `Accepted quotations at ${siteNameOf(mail.site)} are kept for 8 years`
  return composed(mail, origins, subject, null, [
    {
      text: 'Until now your site kept no copy of an accepted quotation when the details of its person were erased. From now on a legal copy stays for 8 years, for print and as a PDF, and its sum stays in the figures.',
    },
    {
      text: 'Under GST books are kept for 72 months after the annual return, and under company law for 8 years. In Site Settings, section “Seller”, you can set fewer years. Ask your accountant first.',
    },
    { link: `${origins.site}/admin/settings/seller#kept_years`, text: 'Open Site Settings' },
  ])
}

/** Arrives where e-mails are delivered. */
function testMessage(mail: TestMail, origins: MailOrigins): Message {
  const link = `${origins.site}/admin`
  return composed(mail, origins, `Test e-mail of ${siteNameOf(mail.site)}`, link, [
    { text: `If you can read this, e-mails from ${siteNameOf(mail.site)} arrive.` },
    { text: 'If it is in your spam folder, ask your provider for SPF and DKIM records of your domain.' },
    { link, text: 'Open the dashboard' },
  ])
}

/** The warning before the details of an inquiry are erased by age. */
function erasureWarning(mail: LeadMail, origins: MailOrigins): Message {
  const { reference, token } = mail
  const subject = `Your details in inquiry ${reference} will be deleted`
  return composed(mail, origins, subject, null, [
    {
      text: `In 48 hours we delete your name, address, telephone number and message from your inquiry ${reference}, since we no longer need them.`,
    },
    { link: `${origins.site}/inquiry/${token}`, text: 'Open your inquiry' },
    { text: 'There you can download your details before that. You do not need to do anything.' },
  ])
}

/** The database's outbox. */
interface MailQueue {
  /** Takes e-mails that are due; for two minutes no other server gets them. */
  claim(batch: number): Promise<readonly QueuedMail[]>
  /** Says what became of an attempt: an error's code, or null when it was sent. */
  finish(mail: QueuedMail, error: string | null, isFinal: boolean): Promise<void>
}

/** E-mails that are sent at once; with the time limit of an attempt, far within two minutes. */
const batch = 5

/**
 * Sends due e-mails. An e-mail is finished after it was sent, so it is sent again if the server is killed in
 * between, with the same Message-ID.
 * @param deliver returns an error's code, such as `EENVELOPE 550`, or null when the e-mail is sent
 * @param isStopped ends the work after the e-mails that are being sent
 * @returns the number of e-mails that were sent
 */
export async function sendQueuedMails(
  { claim, finish }: MailQueue,
  deliver: (mail: QueuedMail) => Promise<string | null>,
  isStopped: () => boolean = () => false,
): Promise<number> {
  let sent = 0
  for (;;) {
    const mails = isStopped() ? [] : await claim(batch)
    await Promise.all(
      mails.map(async (mail) => {
        const error = await deliver(mail)
        await finish(mail, error, error !== null && isFinal(error))
        if (error === null) sent += 1
      }),
    )
    if (mails.length < batch) return sent
  }
}

/** Whether the recipient or the message is rejected for good; a fault of the server or its password can be fixed. */
function isFinal(error: string): boolean {
  return /^(EENVELOPE|EMESSAGE) 5\d\d$/.test(error)
}
