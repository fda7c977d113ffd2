import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'

import { apiError } from '@giftwell/shared/testing/fake-api.ts'
import { contentOf, detailsOf, lineOf, showQuotation, versionOf } from '../testing/show-quotation.tsx'

const priced = contentOf([lineOf(1, { quantities: [{ quantity: 100, price_paise: 10_000 }] })])
const sentVersion = versionOf(priced, { sent_at: '2026-11-27T08:00:00Z' })
const sent = { number: 'GW2627/0001', state: 'sent' } as const

test('sending saves what is typed, and sends that by e-mail', async () => {
  const { user, sentTo } = showQuotation(detailsOf([versionOf(priced)]), ({ path }) => {
    if (path.endsWith('/save_quotation')) return Response.json(1)
    if (path.endsWith('/send_quotation')) return { number: 'GW2627/0001', revision: 1, token: null }
    return undefined
  })
  await user.type(await screen.findByRole('textbox', { name: 'Discount' }), '7 %')
  await user.click(screen.getByRole('button', { name: 'Send quotation' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Send quotation' }))
  await user.click(dialog.getByRole('button', { name: 'Send' }))
  expect(await screen.findByText('Quotation GW2627/0001 sent')).toBeVisible()
  expect(sentTo('save_quotation')).toMatchObject([{ content: { discount: { percent: 700 } } }])
  expect(sentTo('send_quotation')).toEqual([{ quotation: 'q', saves: 1, mails: true, rates_checked: false }])
})

test('a link alone is shown to be copied, and a rate that has changed is asked about', async () => {
  const { user, sentTo } = showQuotation(detailsOf([versionOf(priced)]), ({ path, body }) => {
    if (!path.endsWith('/send_quotation')) return undefined
    return Object(body).rates_checked === true
      ? { number: 'GW2627/0001', revision: 2, token: 'secret' }
      : Response.json(
          {
            code: '22023',
            message: 'The GST rate of Gift 1 is 5 % now',
            details: null,
            hint: 'rates_checked',
          },
          { status: 400 },
        )
  })
  await user.click(await screen.findByRole('button', { name: 'Send quotation' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Send quotation' }))
  await user.selectOptions(dialog.getByRole('combobox'), 'Make a link only; I will send it')
  await user.click(dialog.getByRole('button', { name: 'Send' }))
  expect(await dialog.findByRole('alert')).toHaveTextContent('is 5 % now')
  await user.click(dialog.getByRole('checkbox'))
  await user.click(dialog.getByRole('button', { name: 'Send' }))
  const link = within(await screen.findByRole('dialog', { name: 'Link to GW2627/0001-R2' }))
  expect(link.getByRole('textbox', { name: 'Link' })).toHaveDisplayValue(/\/q\/secret$/)
  expect(link.getByRole('link', { name: 'Send on WhatsApp' })).toHaveAttribute(
    'href',
    expect.stringMatching(/^https:\/\/wa\.me\/919876543201\?text=Our%20quotation%20GW2627%2F0001-R2/),
  )
  expect(sentTo('send_quotation')).toMatchObject([{ mails: false }, { mails: false, rates_checked: true }])
})

test('the legal copy of an erased person is a document: nothing is done with it', async () => {
  showQuotation(
    detailsOf([sentVersion], {
      lead: null,
      quotation: { ...sent, state: 'accepted', lead_id: null, erase_on: '2034-11-29' },
    }),
  )
  expect(await screen.findByText(/This legal copy stays until 29 Nov 2034/)).toBeVisible()
  expect(screen.queryAllByRole('button')).toEqual([])
  expect(screen.queryByRole('textbox')).toBeNull()
})

test.each([
  ['sent', false, ['Revise', 'Copy link', 'Extend', 'Accept for the buyer', 'Withdraw quotation']],
  ['sent', true, ['Revise', 'Copy link', 'Extend', 'Accept for the buyer', 'Withdraw quotation']],
  ['change_asked', false, ['Revise', 'Copy link', 'Extend', 'Accept for the buyer', 'Withdraw quotation']],
  ['accepted', false, ['Copy link', 'Reopen']],
  ['declined', false, ['Revise', 'Copy link', 'Accept for the buyer', 'Withdraw quotation', 'Reopen']],
  ['withdrawn', false, []],
] as const)('the buttons of a quotation that is %s (expired: %s)', async (state, isExpired, names) => {
  const order = state === 'accepted' ? { id: 'o', number: 'GW-O2627/0001' } : null
  const quotation = { ...sent, state }
  showQuotation(detailsOf([{ ...sentVersion, is_expired: isExpired }], { quotation, order }))
  const head = (await screen.findByRole('heading', { name: 'Quotation GW2627/0001', level: 1 })).closest(
    'header',
  )
  const buttons = within(head ?? document.body).getAllByRole('button')
  expect(buttons.map(({ textContent }) => textContent)).toEqual([
    ...names,
    'End all links',
    'Duplicate quotation',
  ])
})

test('an accepted quotation leads to its order, and one from before orders makes it', async () => {
  const accepted = { ...sent, state: 'accepted' as const }
  const order = { id: 'o', number: 'GW-O2627/0001' }
  const first = showQuotation(detailsOf([sentVersion], { quotation: accepted, order }))
  expect(await screen.findByRole('link', { name: 'Order GW-O2627/0001' })).toHaveAttribute(
    'href',
    '/admin/orders/o',
  )
  expect(screen.queryByRole('button', { name: 'Make an Order' })).toBeNull()
  first.unmount()
  const { user, sentTo } = showQuotation(detailsOf([sentVersion], { quotation: accepted, order: null }))
  await user.click(await screen.findByRole('button', { name: 'Make an Order' }))
  await waitFor(() => expect(sentTo('make_order')).toEqual([{ quotation: 'q' }]))
})

test('it is accepted for the buyer with a whole choice, which is never guessed, a name and a note', async () => {
  const content = contentOf([
    lineOf(1, {
      option: 'Bottle',
      quantities: [
        { quantity: 100, price_paise: 10_000 },
        { quantity: 250, price_paise: 9000 },
      ],
    }),
    lineOf(2, { option: 'Bottle', quantities: [{ quantity: 100, price_paise: 12_000 }] }),
    lineOf(3, { quantities: [100, 500].map((quantity) => ({ quantity, price_paise: 1000 })) }),
    lineOf(4),
  ])
  const { user, sentTo } = showQuotation(detailsOf([{ ...sentVersion, content }], { quotation: sent }))
  await user.click(await screen.findByRole('button', { name: 'Accept for the buyer' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.click(dialog.getByRole('button', { name: 'Accept for the buyer' }))
  expect(dialog.getByText('Bottle is required')).toBeVisible()
  expect(dialog.getByText('Quantity of Gift 3 is required')).toBeVisible()
  await user.selectOptions(dialog.getByRole('combobox', { name: 'Bottle' }), '250 of Gift 1')
  await user.selectOptions(dialog.getByRole('combobox', { name: 'Quantity of Gift 3' }), '100 of Gift 3')
  await user.click(dialog.getByRole('button', { name: 'Accept for the buyer' }))
  expect(dialog.getByText('Note is required')).toBeVisible()
  await user.type(dialog.getByRole('textbox', { name: 'Note' }), 'By telephone')
  await user.click(dialog.getByRole('button', { name: 'Accept for the buyer' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sentTo('accept_quotation_for_buyer')).toEqual([
    {
      quotation: 'q',
      choice: {
        quantities: { [lineOf(1).id]: 1, [lineOf(3).id]: 0 },
        options: { Bottle: lineOf(1).id },
      },
      name: 'Person 1',
      note: 'By telephone',
    },
  ])
})

test('a declined quotation’s lead is lost for the buyer’s reason, and that is undone', async () => {
  const lead = '00000000-0000-0000-0000-000000000001'
  const inquiry = {
    id: lead,
    reference: 'GW-00000001',
    created_at: '2026-11-27T08:00:00Z',
    message: null,
    needed_by: null,
    budget_per_gift: null,
    delivery_city: null,
    wants_branding: false,
    lines: [],
  }
  const declined = {
    number: 2,
    kind: 'declined',
    actor_id: null,
    actor_name: 'Person 1',
    created_at: '2026-11-27T10:00:00Z',
    value: { reason: 'date' },
  }
  const { user, sentTo } = showQuotation(
    detailsOf([sentVersion], {
      inquiries: [inquiry],
      events: [declined],
      quotation: { ...sent, state: 'declined' },
    }),
    ({ path }) => (path.endsWith('/handle_lead') ? Response.json(7) : undefined),
  )
  await user.click(await screen.findByRole('button', { name: 'Mark as lost' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Lost' }))
  expect(dialog.getByRole('combobox', { name: 'Reason' })).toHaveDisplayValue('Date')
  await user.type(dialog.getByRole('textbox', { name: 'Note' }), 'Diwali is over')
  await user.click(dialog.getByRole('button', { name: 'Mark as lost' }))
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  await waitFor(() =>
    expect(sentTo('handle_lead')).toEqual([
      { lead, kind: 'state', value: 'lost', reason: 'date', note: 'Diwali is over' },
      { lead, kind: 'undone', value: '7' },
    ]),
  )
})

test('an action that fails keeps its dialog and what was typed', async () => {
  const { user } = showQuotation(detailsOf([sentVersion], { quotation: sent }), ({ path }) =>
    path.endsWith('/withdraw_quotation') ? apiError('PT409', 'Already accepted by Person 1', 409) : undefined,
  )
  await user.click(await screen.findByRole('button', { name: 'Withdraw quotation' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.type(dialog.getByRole('textbox', { name: 'Reason' }), 'Out of stock')
  await user.click(dialog.getByRole('button', { name: 'Withdraw quotation' }))
  expect(await screen.findByText('Already accepted by Person 1')).toBeVisible()
  expect(dialog.getByRole('textbox', { name: 'Reason' })).toHaveValue('Out of stock')
})

test('a comment of the buyer is answered on its line, and former versions are read', async () => {
  const event = { actor_id: null, actor_name: 'Person 1', created_at: '2026-11-27T08:00:00Z' }
  const value = { text: 'In blue?', line: lineOf(1).id }
  const former = contentOf([lineOf(1, { name: 'Old gift' })])
  const { user, sentTo } = showQuotation(
    detailsOf(
      [
        { ...sentVersion, id: 'second', revision: 2 },
        { ...sentVersion, content: former },
      ],
      { quotation: sent, events: [{ ...event, number: 1, kind: 'comment', value }] },
    ),
  )
  const history = within(await screen.findByRole('region', { name: 'History' }))
  expect(history.getByRole('article')).toHaveTextContent('Person 1 commented on Gift 1')
  await user.click(history.getByRole('button', { name: 'Answer' }))
  await user.keyboard('Yes')
  await user.click(history.getByRole('button', { name: 'Send answer' }))
  await waitFor(() =>
    expect(sentTo('answer_quotation')).toEqual([{ quotation: 'q', text: 'Yes', line: lineOf(1).id }]),
  )
  expect(screen.getByText('GW2627/0001')).toBeInTheDocument()
  expect(screen.getByText('Old gift')).toBeInTheDocument()
})

test('an e-mail of a quotation that could not be sent says why, and is tried again', async () => {
  const mail = {
    id: 'm1',
    kind: 'quotation',
    recipient: 'person1@example.com',
    state: 'failed',
    attempts: 1,
    next_attempt_at: '2026-11-27T08:00:00Z',
    last_error: 'EENVELOPE 550',
    sent_at: null,
    event_number: null,
  }
  const { user, sentTo, requests } = showQuotation(
    detailsOf([sentVersion], { quotation: sent }),
    ({ path }) =>
      path.endsWith('/outbox') ? [mail, { ...mail, id: 'm2', kind: 'acceptance', state: 'sent' }] : undefined,
  )
  const mails = within(await screen.findByRole('region', { name: 'E-mails that are not sent' }))
  expect(mails.getByText(/^Quotation to person1@example.com could not be sent/)).toBeVisible()
  await user.click(mails.getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(sentTo('retry_mail')).toEqual([{ mail_id: 'm1' }]))
  expect(requests.find(({ path }) => path.endsWith('/outbox'))?.query.get('version_id')).toBe(
    'in.(version 1)',
  )
})

test('without pharmaceutical hints the evidence sheet stays: it is a document that one asks for', async () => {
  const content = contentOf([lineOf(1, {})])
  const buyer = { ...content.buyer, is_pharmaceutical: true }
  showQuotation(
    detailsOf([versionOf({ ...content, buyer }, { sent_at: '2026-11-27T08:00:00Z' })], { quotation: sent }),
    undefined,
    'administrator',
    { pharma_hints: false },
  )
  expect(await screen.findByRole('button', { name: 'Evidence sheet' })).toBeVisible()
  expect(screen.queryByText(/UCPMP/)).toBeNull()
})

test('a pharmaceutical company’s quotation has an evidence sheet of items, unit values, quantities and purposes', async () => {
  const lines = [
    lineOf(1, { code: 'D-1', quantities: [{ quantity: 500, price_paise: 24_550 }] }),
    lineOf(2, { quantities: [{ quantity: 1, price_paise: 100 }] }),
    lineOf(3, { is_charge: true, quantities: [{ quantity: 1, price_paise: 100 }] }),
  ]
  const offered = {
    last: null,
    breaks: [],
    cost_paise: null,
    parts: [],
    is_brand_reminder: true,
    is_pharmaceutical: true,
  }
  const { user } = showQuotation(
    detailsOf([versionOf(contentOf(lines), { sent_at: '2026-11-27T08:00:00Z' })], {
      quotation: sent,
      offered_prices: { [lines[0]!.id]: offered },
    }),
  )
  const print = vi.spyOn(window, 'print').mockReturnValue(undefined)
  await user.click(await screen.findByRole('button', { name: 'Evidence sheet' }))
  const sheet = within(await screen.findByRole('dialog', { name: 'Evidence sheet of GW2627/0001' }))
  expect(
    sheet.getAllByRole('row').map((row) => [...row.children].map(({ textContent }) => textContent)),
  ).toEqual([
    ['Item', 'Unit value', 'Quantity', 'Purpose'],
    ['Gift 1D-1', '₹245.50', '500', 'Brand reminder (informational or educational)'],
    ['Gift 2', '₹1.00', '1', '____________'],
  ])
  await user.click(sheet.getByRole('button', { name: 'Print' }))
  expect(print).toHaveBeenCalledOnce()
})
