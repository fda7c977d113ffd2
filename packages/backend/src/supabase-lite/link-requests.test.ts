import { expect, it, vi } from 'vitest'
import { authRequest } from '../testing/auth-request.ts'
import { createLinkRequests } from './link-requests.ts'
import { createRepeatedSignUp } from './account-enumeration.ts'

const known = 'known@giftwell.test'

/** What a request about an address does, in order: statements and e-mails, sent or not. */
async function workOf(name: string, email: string) {
  const work: string[] = []
  const query = vi.fn(async (text: string, [about]: readonly unknown[] = []) => {
    work.push(text)
    return Promise.resolve({ rows: about === known ? [{ is_unconfirmed: true }] : [] })
  })
  const write = async (to: string, token: string) => {
    work.push(`e-mail of ${token.length} to ${to.length} characters`)
    return Promise.resolve()
  }
  const nothing = vi.fn(write)
  const mailer = {
    sendMagicLink: write,
    sendRecovery: write,
    sendConfirmation: write,
    sendConfirmationAgain: write,
    sendAccountExists: write,
    sendNothing: nothing,
  }
  const request = authRequest(name, { fields: { email, type: 'signup' } })
  const answer =
    (await createLinkRequests(query, mailer)(request)) ??
    (await createRepeatedSignUp(query, mailer)(request, Response.json({})))
  return { answer: [answer.status, await answer.text()], work, isSent: nothing.mock.calls.length === 0 }
}

it.each(['recover', 'otp', 'magiclink', 'resend'])(
  'a stranger who asks %s for a link costs the same statements and the writing of an e-mail, account or not',
  async (name) => {
    const [account, stranger] = [await workOf(name, known), await workOf(name, 'whoam@giftwell.test')]
    expect(account.work).toHaveLength(2)
    expect(stranger.work).toEqual(account.work)
    expect(stranger.answer).toEqual(account.answer)
    expect([account.isSent, stranger.isSent]).toEqual([true, false])
  },
)
