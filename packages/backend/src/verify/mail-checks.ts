import { z } from 'zod'

import { type Actor, type Checks, faultUnless } from './check.ts'

const faultSchema = z.object({ error: z.string() })
const sentSchema = z.object({ sent: z.number() })
const pulseSchema = z.object({
  waiting: z.number(),
  waiting_since: z.string().nullable(),
  unfetched: z.number(),
  error: z.string().nullable(),
})

/**
 * Checks whether the Edge Function `send-mail` of a hosted project is deployed and answers, called as pg_cron calls it.
 * @param secret SEND_MAIL_SECRET: with it the function also sends what is due
 */
export async function checkSendMail(check: Checks, visitor: Actor, secret = ''): Promise<void> {
  const call = async (headers = {}) => visitor.send('POST', '/functions/v1/send-mail', {}, headers)
  await check.that('the function send-mail is deployed and has its settings', async () => {
    const answer = await call()
    const fault = faultSchema.safeParse(answer.body).data?.error
    if (answer.status === 403 && fault === 'Forbidden') return null
    if (answer.status === 404) return 'it is not deployed'
    if (answer.status === 401)
      return 'the project asks for a token before the function runs: deploy it with supabase/config.toml, which says verify_jwt = false'
    if (answer.status === 500 && fault !== undefined) return fault
    if (answer.status === 503) return 'it does not start: read its log in the project’s dashboard'
    return faultUnless(false, answer)
  })
  if (secret === '') return
  await check.that('the function send-mail sends what is due', async () => {
    const answer = await call({ 'x-send-mail-secret': secret })
    if (answer.status === 403) return 'its SEND_MAIL_SECRET is another one'
    const fault = faultSchema.safeParse(answer.body).data?.error
    return fault ?? faultUnless(sentSchema.safeParse(answer.body).success, answer)
  })
}

/** Checks whether e-mails wait, which no visitor sees. */
export async function checkWaitingMail(check: Checks, admin: Actor): Promise<void> {
  await check.that('no e-mail waits for over 15 minutes', async () => {
    const answer = await admin.send('POST', '/rest/v1/rpc/mail_pulse', {})
    const { data: pulse } = pulseSchema.safeParse(answer.body)
    if (pulse === undefined) return faultUnless(false, answer)
    if (pulse.waiting === 0) return null
    const why =
      pulse.unfetched > 0
        ? 'no server fetches them: on a hosted project pg_cron does not call send-mail'
        : `the mail server does not accept them (${pulse.error ?? 'no error yet'})`
    return `${pulse.waiting} wait, the oldest since ${pulse.waiting_since}; ${why}`
  })
}
