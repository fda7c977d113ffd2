import type { Message } from './auth-message.ts'
import {
  type DataLinkMail,
  dataLinkMessage,
  type FactorMail,
  factorMessage,
  type InvitationMail,
  invitationMessage,
  type LeadMail,
  leadMessage,
  type MailOrigins,
} from './lead-message.ts'
import { type QuotationMail, quotationMessage } from './quotation-message.ts'

/** An e-mail of the outbox, as the database's `claim_mails` gives it. */
export type QueuedMail = LeadMail | InvitationMail | FactorMail | DataLinkMail | QuotationMail

/** The message of an e-mail of the outbox. */
export function queuedMessage(mail: QueuedMail, origins: MailOrigins): Message {
  switch (mail.kind) {
    case 'acknowledgement':
    case 'notice':
    case 'erasure_warning':
      return leadMessage(mail, origins)
    case 'invitation':
      return invitationMessage(mail, origins)
    case 'factor_removed':
      return factorMessage(mail, origins)
    case 'data_link':
      return dataLinkMessage(mail, origins)
    default:
      return quotationMessage(mail, origins)
  }
}
