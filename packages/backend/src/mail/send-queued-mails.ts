import type { QueuedMail } from './queued-message.ts'

/** The database's outbox. */
export interface MailQueue {
  /** Takes e-mails that are due; for two minutes no other server gets them. */
  claim(batch: number): Promise<readonly QueuedMail[]>
  /** Says what became of an attempt: an error's code, or null when it was sent. */
  finish(mail: QueuedMail, error: string | null, isFinal: boolean): Promise<void>
}

/** E-mails that are sent at once; with the time limit of an attempt, far within two minutes. */
const batch = 5

/**
 * Sends what is due. An e-mail is finished after it was sent, so one whose server is killed in between is sent again,
 * with the same Message-ID.
 * @param deliver gives an error's code, such as `EENVELOPE 550`, or null when the e-mail is sent
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
