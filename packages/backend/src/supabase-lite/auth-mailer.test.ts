import { expect, test } from 'vitest'
import { requestContext } from '../database/request-context.ts'
import { siteAt } from '../http/site-origins.ts'
import type { Message } from '../mail/auth-message.ts'
import { createAuthMailer } from './auth-mailer.ts'

test('the link of an e-mail redirects to the target of its request, and to the home page without one', async () => {
  const messages: Message[] = []
  const site = siteAt(3000, 'https://gifts.example')
  const mailer = createAuthMailer(site, {
    async send(message) {
      messages.push(message)
      return Promise.resolve()
    },
    sendNothing: async () => Promise.resolve(),
  })
  const redirectTo = 'https://gifts.example/catalogue'
  await requestContext.run({ id: 'test', redirectTo }, async () =>
    mailer.sendRecovery('asha@acme.test', 'abc', ''),
  )
  await mailer.sendConfirmation('asha@acme.test', 'def', '')
  const verify = 'https://gifts.example/auth/v1/verify'
  expect(messages.map(({ to, link }) => [to, link])).toEqual([
    [
      'asha@acme.test',
      `${verify}?token=abc&type=recovery&redirect_to=https%3A%2F%2Fgifts.example%2Fcatalogue`,
    ],
    ['asha@acme.test', `${verify}?token=def&type=signup&redirect_to=https%3A%2F%2Fgifts.example`],
  ])
})
