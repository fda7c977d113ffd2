import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'

import type { Lead } from './lead-list.ts'
import { fakeApi } from '@giftwell/shared/testing/fake-api.ts'
import { renderAdmin } from '@giftwell/shared/testing/render-admin.tsx'
import { leadOf } from '../testing/show-leads.tsx'
import { defaultReply } from './lead-links.ts'
import { ReplyTemplatesScreen } from './reply-templates-screen.tsx'

const saved = {
  id: 't1',
  name: 'Samples',
  body: 'Hello {name}',
  created_at: '2026-11-20T10:00:00Z',
  version: 1,
}

/** The form of a new template, on a backend with these leads. */
async function add(leads: readonly Lead[] = [leadOf(2), leadOf(1)]) {
  const { requests } = fakeApi(({ method, path }) => {
    if (path.endsWith('/find_leads')) return leads
    if (path.endsWith('/my_account')) return { name: 'Asha Rao', signature: null }
    return method === 'POST' ? saved : [saved]
  })
  const { user } = renderAdmin(<ReplyTemplatesScreen />)
  await screen.findByRole('heading', { name: 'All Reply Templates (1)' })
  await user.click(screen.getByRole('button', { name: 'Add Reply Template' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Add New Reply Template' }))
  return { user, dialog, requests, text: dialog.getByRole('textbox', { name: 'Text' }) }
}

test('a new template begins as the standard reply, and is saved with its placeholders', async () => {
  const { user, dialog, requests, text } = await add()
  expect(text).toHaveValue(defaultReply)
  await user.type(dialog.getByRole('textbox', { name: 'Name' }), 'Samples')
  await user.clear(text)
  await user.type(text, 'Dear ')
  await user.click(dialog.getByRole('button', { name: '{name}' }))
  await user.type(text, '!', { initialSelectionStart: 11 })
  await user.click(dialog.getByRole('button', { name: 'Create' }))
  expect(await screen.findByText('Reply template created successfully')).toBeVisible()
  expect(requests.find(({ method, path }) => method === 'POST' && !path.includes('/rpc/'))).toMatchObject({
    path: '/rest/v1/reply_templates',
    body: { name: 'Samples', body: 'Dear {name}!' },
  })
})

test('the preview is the reply to a lead that can be chosen, as it is typed', async () => {
  const { user, dialog, text } = await add()
  const preview = within(await dialog.findByRole('region', { name: 'Preview' }))
  expect(await preview.findByText(/^Hello Person 2,.*Asha Rao\s+Giftwell$/s)).toBeVisible()
  await user.clear(text)
  await user.type(text, 'To {{company}')
  expect(preview.getByText('To Company 2')).toBeVisible()
  await user.selectOptions(preview.getByRole('combobox', { name: 'Preview for' }), 'Person 1, Company 1')
  expect(preview.getByText('To Company 1')).toBeVisible()
})

test('without a lead the form says when there will be a preview', async () => {
  const { dialog } = await add([])
  expect(dialog.getByText('The preview will appear here with the first lead.')).toBeVisible()
})

test('a text that is too long for a link says so', async () => {
  const { user, dialog, text } = await add()
  await dialog.findByRole('region', { name: 'Preview' })
  expect(dialog.queryByRole('alert')).toBeNull()
  await user.clear(text)
  await user.click(text)
  await user.paste('उपहार '.repeat(200))
  expect(dialog.getByRole('alert')).toHaveTextContent('This is too long for a mail program')
})

test.each([
  ['Hello {price}', '{price} is not a placeholder.'],
  ['Hello {Name}', '{Name} is not a placeholder.'],
  ['Hello {toString}', '{toString} is not a placeholder.'],
  ['Hello {name', '{ is not a placeholder.'],
])('the text %j is refused with the rule', async (typed, words) => {
  const { user, dialog, requests, text } = await add()
  await user.type(dialog.getByRole('textbox', { name: 'Name' }), 'Samples')
  await user.clear(text)
  await user.click(text)
  await user.paste(typed)
  await user.click(dialog.getByRole('button', { name: 'Create' }))
  expect(text).toHaveAccessibleDescription(
    `${words} Use {name}, {company}, {reference}, {products}, {quotation}, {site} or {signature}, and no other braces`,
  )
  expect(requests.some(({ method, path }) => method === 'POST' && !path.includes('/rpc/'))).toBe(false)
})
