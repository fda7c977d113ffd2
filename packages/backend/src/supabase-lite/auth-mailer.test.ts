import { expect, test } from 'vitest'
import { requestContext } from '../database/request-context.ts'
import { siteAt } from '../http/site-config.ts'
import type { Message } from '../mail/auth-message.ts'
import { createAuthMailer } from './auth-mailer.ts'

function mailerTo(messages: Message[], name: string | null = null) {
  const outbox = {
    async send(message: Message) {
      messages.push(message)
      return Promise.resolve()
    },
    sendNothing: async () => Promise.resolve(),
  }
  return createAuthMailer(siteAt(3000, 'https://gifts.example'), outbox, async () =>
    Promise.resolve({ name, colour_primary: '#123a6b' }),
  )
}

test('every e-mail is in the name and the colour that the owner gave the site', async () => {
  const messages: Message[] = []
  const mailer = mailerTo(messages, 'Meridian & $& Gifts')
  await mailer.sendConfirmation('asha@acme.test', 'a', '')
  await mailer.sendRecovery('asha@acme.test', 'a', '')
  await mailer.sendAccountExists('asha@acme.test', 'a')
  await mailer.sendReauthentication('asha@acme.test', '123456')
  expect(messages.map(({ subject }) => subject)).toEqual([
    'Confirm your Meridian & $& Gifts account',
    'Reset your Meridian & $& Gifts password',
    'You have a Meridian & $& Gifts account',
    'Your Meridian & $& Gifts confirmation code',
  ])
  for (const { text, html } of messages) {
    expect(text + html).not.toContain('Giftwell')
    expect(html).toContain('Meridian &#38; $&#38; Gifts</p>')
    expect(html).toContain('border-top:4px solid #123a6b')
  }
})

test('the link of an e-mail opens the page that verifies it, with the target of its request or else the home page', async () => {
  const messages: Message[] = []
  const mailer = mailerTo(messages)
  const redirectTo = 'https://gifts.example/catalogue'
  await requestContext.run({ id: 'test', redirectTo }, async () =>
    mailer.sendRecovery('asha@acme.test', 'abc', ''),
  )
  await mailer.sendConfirmation('asha@acme.test', 'def', '')
  const page = 'https://gifts.example/auth/confirm'
  expect(messages.map(({ to, link }) => [to, link])).toEqual([
    [
      'asha@acme.test',
      `${page}?token_hash=abc&type=recovery&redirect_to=https%3A%2F%2Fgifts.example%2Fcatalogue`,
    ],
    ['asha@acme.test', `${page}?token_hash=def&type=signup&redirect_to=https%3A%2F%2Fgifts.example`],
  ])
})
