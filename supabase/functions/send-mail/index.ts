import { createSendMailHandler } from '../../../packages/backend/src/mail/send-mail-handler.ts'

/** What this function uses of the Edge Runtime. */
declare const Deno: {
  readonly env: { toObject(): Record<string, string> }
  serve(handler: (request: Request) => Promise<Response>): void
}

// Sends the e-mails that are due in the outbox: docs/deploy.md, "E-mails about leads". The same code as `npm start` runs.
Deno.serve(createSendMailHandler(Deno.env.toObject()))
