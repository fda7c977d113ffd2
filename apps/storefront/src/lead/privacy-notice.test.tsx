import { minFillTimeMs } from '@giftwell/shared/ui/use-form-guard.tsx'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'

import { fakeBackend, serverFault } from '../testing/fake-backend.ts'
import { renderSite } from '../testing/render-site.tsx'

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  window.localStorage.clear()
  window.sessionStorage.clear()
})

async function openHome(answers: Parameters<typeof fakeBackend>[0]) {
  const sent: unknown[] = []
  const { requests } = fakeBackend({
    leads: (body) => (sent.push(body), new Response(null, { status: 201 })),
    ...answers,
  })
  const { user, unmount } = renderSite({ path: '/' })
  const form = within(await screen.findByRole('form', { name: 'Get Custom Solutions' }))
  const note = within(form.getByRole('note', { name: 'Privacy notice' }))
  const summary = await note.findByText('Privacy notice')
  async function send() {
    const typed = ['A Buyer', 'Some Company', 'a@b.example', '+91 98765 43210']
    const fields = ['Full Name', 'Company Name', 'Email Address', 'Phone Number']
    for (const [index, name] of fields.entries()) {
      await user.click(form.getByRole('textbox', { name }))
      await user.paste(typed[index])
    }
    vi.advanceTimersByTime(minFillTimeMs)
    await user.click(form.getByRole('button', { name: 'Request a Quote' }))
  }
  const consent = () => form.getByRole('checkbox', { name: 'Marketing consent' })
  return { user, unmount, form, note, summary, send, consent, sent, requests }
}

test('a folded notice is not loaded before someone wants it, and then opens in English or Hindi', async () => {
  const { user, note, summary, requests } = await openHome({})
  const asked = () => requests.filter((request) => request.includes('privacy_notices_of'))
  expect(asked()).toEqual([])
  await user.click(summary)
  expect(await note.findByText('We store your name.')).toBeVisible()
  expect(asked()).toEqual(['GET /rest/v1/rpc/privacy_notices_of?form=inquiry'])
  expect(note.getByRole('button', { name: 'English' })).toHaveAttribute('aria-pressed', 'true')
  const hindi = note.getByRole('button', { name: /हिन्दी \(Hindi\)/ })
  expect(hindi).toHaveAttribute('lang', 'hi')
  await user.click(hindi)
  expect(note.getByText('हम आपका नाम रखते हैं।').closest('[lang]')).toHaveAttribute('lang', 'hi')
  expect(note.queryByText('We store your name.')).toBeNull()
})

test('a language without a name is shown by its tag, and the form stays', async () => {
  const notices = ['en', 'hi-eng'].map((language) => ({ language, version: 1, text: `Text in ${language}.` }))
  const { user, note, summary } = await openHome({ data: () => notices })
  await user.click(summary)
  await user.click(await note.findByRole('button', { name: 'hi-eng' }))
  expect(note.getByText('Text in hi-eng.')).toBeVisible()
})

test('the shown notice goes with a lead that has no consent to offers, which nobody needs to give', async () => {
  const { consent, send, sent } = await openHome({})
  expect(consent()).not.toBeChecked()
  await send()
  await screen.findByText('Message Sent Successfully!')
  expect(sent).toEqual([expect.objectContaining({ notice_version: 3, notice_language: 'en' })])
  expect(sent[0]).not.toHaveProperty('marketing_consent')
})

test('the language that was read and a consent go with the lead; the next one begins unticked', async () => {
  const { user, note, summary, consent, send, sent } = await openHome({})
  await user.click(summary)
  await user.click(await note.findByRole('button', { name: /Hindi/ }))
  await user.click(consent())
  await send()
  await screen.findByText('Message Sent Successfully!')
  expect(sent).toEqual([
    expect.objectContaining({ notice_version: 2, notice_language: 'hi', marketing_consent: true }),
  ])
  vi.advanceTimersByTime(6000)
  await waitFor(() => expect(screen.queryByText('Message Sent Successfully!')).toBeNull())
  expect(await screen.findByRole('checkbox', { name: 'Marketing consent' })).not.toBeChecked()
})

test('a consent that was ticked survives a reload of the page', async () => {
  const first = await openHome({})
  await first.user.click(first.consent())
  first.unmount()
  const second = await openHome({})
  await waitFor(() => expect(second.consent()).toBeChecked())
})

test('a notice that cannot be loaded leads to the page about privacy, and the form sends without it', async () => {
  const { user, note, summary, send, sent } = await openHome({ data: serverFault })
  await user.click(summary)
  const failure = await note.findByRole('alert')
  expect(failure).toHaveTextContent('We could not load this notice.')
  expect(within(failure).getByRole('link', { name: 'Privacy' })).toHaveAttribute('href', '/privacy')
  await send()
  await screen.findByText('Message Sent Successfully!')
  expect(sent[0]).not.toHaveProperty('notice_version')
})

test('a notice that could not be loaded is asked for again', async () => {
  let answer: () => unknown = serverFault
  const { user, note, summary } = await openHome({ data: () => answer() })
  await user.click(summary)
  await note.findByRole('alert')
  answer = () => undefined
  await user.click(note.getByRole('button', { name: 'try again' }))
  expect(await note.findByText('We store your name.')).toBeVisible()
})
