import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** An e-mail as the backend stores it. */
export interface Mail {
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
}

/** Every message to an address that has been sent so far, oldest first. */
async function mailsTo(mailFolder: string, address: string): Promise<Mail[]> {
  const names = (await readdir(mailFolder).catch(() => []))
    .filter((name) => name.endsWith('.json'))
    .toSorted()
  const mails = await Promise.all(names.map((name) => readMail(join(mailFolder, name))))
  return mails.filter((mail) => mail.to.toLowerCase() === address.toLowerCase())
}

/**
 * The newest message to an address; waits until it has arrived.
 *
 * @throws when none has come within ten seconds
 */
export async function newestMailTo(mailFolder: string, address: string): Promise<Mail> {
  const latest = Date.now() + 10_000
  for (;;) {
    const mail = (await mailsTo(mailFolder, address)).at(-1)
    if (mail !== undefined) return mail
    if (Date.now() > latest) throw new Error(`No message to ${address} came.`)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

/** @throws when the message has no link */
export function linkIn(mail: Mail): string {
  const link = /https?:\/\/[^\s"<>]+/.exec(mail.text)?.[0]
  if (link === undefined) throw new Error(`The message "${mail.subject}" has no link.`)
  return link
}

async function readMail(path: string): Promise<Mail> {
  // The JSON of DATA_DIR/mail; a test fails when it reads a missing field.
  return JSON.parse(await readFile(path, 'utf8')) as Mail
}
