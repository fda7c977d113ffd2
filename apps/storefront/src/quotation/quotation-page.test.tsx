import { AppError } from '@giftwell/shared/kernel/app-error.ts'
import { quotationFigures } from '@giftwell/shared/quotations/tax-figures.ts'
import { chosenLines } from '@giftwell/shared/quotations/quotation.ts'
import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'

import type { PdfRequest } from '@giftwell/back-office/quotations/quotation-pdf.worker.ts'
import type { ShownFile } from '@giftwell/back-office/quotations/pdf-pages.ts'
import type { EndedQuotation, OpenedLine, OpenedQuotation } from './open-quotation.ts'
import { QuotationPage } from './quotation-page.tsx'

const { pdfPages } = vi.hoisted(() => ({ pdfPages: vi.fn<() => Promise<ShownFile>>() }))
// It needs a browser's canvas.
vi.mock('@giftwell/back-office/quotations/pdf-pages.ts', () => ({ pdfPages }))

const line: OpenedLine = {
  id: 'mug',
  product_id: null,
  code: null,
  name: 'Steel mug',
  colour: null,
  note: null,
  group: null,
  option: null,
  hsn: '7323',
  gst_rate: 1800,
  is_charge: false,
  image_url: null,
  quantities: [
    { quantity: 100, price_paise: 50_000 },
    { quantity: 500, price_paise: 45_000 },
  ],
}
const box = { ...line, option: 'Box', quantities: [{ quantity: 100, price_paise: 10_000 }] }
const lines = [
  line,
  { ...box, id: 'card', name: 'Card box' },
  { ...box, id: 'wood', name: 'Wooden box', quantities: [{ quantity: 100, price_paise: 30_000 }] },
]

const sent: OpenedQuotation = {
  number: 'GW2627/0001',
  revision: 2,
  state: 'sent',
  purpose: 'buyer',
  sent_at: '2026-11-27T06:00:00Z',
  valid_until: '2026-12-05',
  buyer: {
    name: 'Test Buyer',
    company: 'Test Company',
    email: 'buyer@example.com',
    phone: '+91 98765 43210',
    gstin: null,
    billing_address: null,
    billing_state: '29',
    delivery_address: null,
    delivery_state: null,
    is_sez: false,
    place: null,
    place_reason: null,
    delivery_city: null,
    needed_by: null,
  },
  message: null,
  terms: 'Half in advance.',
  discount: null,
  lines,
  seller: {
    legal_name: 'Demo Gifts Private Limited',
    address: null,
    gstin: '27AAPFU0939F1ZV',
    state: '27',
    is_composition: false,
    bank_details: null,
  },
  place: { state: '29', tax: 'igst', why: 'billing' },
  rounds_off: true,
  figures: quotationFigures(chosenLines({ lines }, {}), null, 'igst', true),
  accepted: null,
  comments: [],
  approvals: [],
  needs_code: false,
  credit_note: null,
  site: { name: 'Giftwell' },
}

type Answers = Record<string, (args: Record<string, unknown>) => unknown>

/** Draws the page over a fake of the database's functions. */
function open(first: OpenedQuotation | EndedQuotation, answers: Answers = {}) {
  const all: Answers = {
    open_quotation: () => first,
    price_quotation: ({ choice }) => quotationFigures(chosenLines(sent, Object(choice)), null, 'igst', true),
    ...answers,
  }
  const call = vi.fn(async (name: string, args = {}) => all[name]?.(args) ?? null)
  const config = { supabaseUrl: 'http://backend.test', supabaseKey: 'publishable' }
  // Each test sets its responses.
  render(<QuotationPage config={config} call={call as never} first={first} />)
  return { call, user: userEvent.setup() }
}

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const total = () => screen.getByRole('region', { name: 'Total' })
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))

test('a quotation shows its revision, its last day in India, its total in figures and words, and what one gift costs', () => {
  open(sent)
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Quotation GW2627/0001-R2')
  expect(screen.getByText(/^Valid until 5 Dec 2026/)).toBeTruthy()
  // (100 × ₹500 + 100 × ₹100) and 18 %.
  expect(total().textContent).toContain('IGST₹10,800.00')
  expect(total().textContent).toContain('Total₹70,800.00')
  expect(total().textContent).toContain('₹354.00 per gift, all in')
  expect(total().textContent).toContain('Seventy Thousand Eight Hundred Rupees Only')
  expect(screen.getByText(/This is a quotation, not a tax invoice/)).toBeTruthy()
})

test('a choice changes the total at once, which is announced, and the server confirms it', async () => {
  // Two choices, the second before the request for the first.
  vi.useFakeTimers()
  const { call } = open(sent, { price_quotation: () => ({ ...sent.figures, total: 100 }) })
  for (const name of ['Wooden box', /^500 ×/]) {
    act(() => screen.getByRole('radio', { name }).click())
    await act(async () => vi.advanceTimersByTimeAsync(200))
  }
  // (500 × ₹450 + 100 × ₹300) and 18 %.
  expect(within(total()).getByRole('status').textContent).toBe('Total ₹3,00,900.00, ₹501.50 per gift, all in')
  const confirmations = () => call.mock.calls.filter(([name]) => name === 'price_quotation')
  expect(confirmations()).toEqual([])
  await act(async () => vi.advanceTimersByTimeAsync(200))
  const choice = { quantities: { mug: 1 }, options: { Box: 'wood' } }
  expect(confirmations()).toEqual([['price_quotation', { choice }]])
  expect(total().textContent).toContain('Total₹1.00')
})

test('an acceptance sends what is selected and the total that is shown', async () => {
  const { call, user } = open(sent)
  await user.click(screen.getByRole('radio', { name: 'Wooden box' }))
  await press('Accept')
  expect(document.activeElement?.textContent).toBe('Accept this quotation')
  await user.type(screen.getByRole('textbox', { name: 'Your name' }), 'Test Buyer')
  await user.type(screen.getByRole('textbox', { name: 'Designation' }), 'Head of purchase')
  await user.click(screen.getByRole('checkbox', { name: 'I accept this quotation' }))
  await press('Confirm acceptance')
  expect(call).toHaveBeenCalledWith('accept_quotation', {
    choice: { quantities: { mug: 0 }, options: { Box: 'wood' } },
    total_paise: 9_440_000,
    name: 'Test Buyer',
    designation: 'Head of purchase',
    purchase_order: null,
    code: null,
  })
})

test('who decides second reads who was first, and keeps what was typed', async () => {
  const accepted = {
    name: 'First Buyer',
    designation: null,
    at: '2026-11-27T07:00:00Z',
    choice: { quantities: {}, options: {} },
    figures: sent.figures,
  }
  const { user } = open(sent, {
    ask_for_change: () => {
      throw new AppError('stale', 'Already accepted by First Buyer')
    },
    open_quotation: () => ({ ...sent, state: 'accepted', accepted }),
  })
  await press('Ask for a change')
  await user.type(screen.getByRole('textbox', { name: 'What should be different' }), 'In blue, please')
  await press('Ask for a change')
  expect((await screen.findByRole('alert')).textContent).toBe('Already accepted by First Buyer')
  expect(await screen.findByText(/Accepted by First Buyer on 27 Nov 2026, 12:30/)).toBeTruthy()
  expect(screen.getByRole('textbox', { name: 'What should be different' })).toHaveProperty(
    'value',
    'In blue, please',
  )
  expect(screen.queryByRole('button', { name: 'Ask for a change' }), 'nothing that would fail').toBeNull()
  expect(screen.queryByRole('radio')).toBeNull()
})

test('a failure keeps the form, and it can be sent again', async () => {
  let tries = 0
  const { user } = open(sent, {
    comment_on_quotation: () => {
      tries += 1
      if (tries === 1) throw new AppError('offline', 'You are offline.')
    },
  })
  const field = screen.getByRole('textbox', { name: 'Comment' })
  await user.type(field, 'Is it dishwasher-safe?')
  await press('Comment')
  expect((await screen.findByRole('alert')).textContent).toBe('You are offline.')
  expect(field).toHaveProperty('value', 'Is it dishwasher-safe?')
  await press('Comment')
  await waitFor(() => expect(field).toHaveProperty('value', ''))
})

test('the seller of a version of 1.0.0 stands as it was sent, without the phones of today', () => {
  open({ ...sent, site: { contact_phone: '+91 98765 43211', contact_email: 'new@example.com' } })
  expect(screen.getByRole('main')).not.toHaveTextContent('98765 43211')
  expect(screen.getByRole('main')).not.toHaveTextContent('new@example.com')
})

test('a colleague approves or rejects, and cannot accept', async () => {
  const { call, user } = open({ ...sent, purpose: 'approval' })
  const buttons = within(screen.getByRole('region', { name: 'Your decision' })).getAllByRole('button')
  expect(buttons.map(({ textContent }) => textContent)).toEqual([
    'Approve',
    'Reject',
    'Download PDF',
    'Print',
  ])
  await press('Reject')
  await user.type(screen.getByRole('textbox', { name: 'Your name' }), 'Test Colleague')
  await user.type(screen.getByRole('textbox', { name: /^Note/ }), 'Too much')
  await press('Reject')
  const decision = {
    is_approved: false,
    name: 'Test Colleague',
    note: 'Too much',
    shows_note: false,
    total_paise: 7_080_000,
    choice: { quantities: { mug: 0 }, options: { Box: 'card' } },
  }
  expect(call).toHaveBeenCalledWith('decide_approval', decision)
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Your decision' })),
  )
})

test.each(['replaced', 'withdrawn'] as const)(
  'of one that is %s there is a sentence, and the current one by e-mail',
  async (state) => {
    const { call } = open({ number: 'GW2627/0001', state, purpose: 'buyer', site: {} })
    await press('Send me the current one')
    expect(await screen.findByText(/we have sent its link to the address of this quotation/)).toBeTruthy()
    expect(call).toHaveBeenCalledWith('send_current_quotation')
    expect(screen.queryByText('Total')).toBeNull()
  },
)

test('a view counts after two seconds of visibility, once, and new answers come while the page is visible', async () => {
  vi.useFakeTimers()
  const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  const { call } = open(sent)
  const names = () => call.mock.calls.map(([name]) => name)
  await act(async () => vi.advanceTimersByTimeAsync(60_000))
  expect(names()).toEqual([])
  visibility.mockReturnValue('visible')
  document.dispatchEvent(new Event('visibilitychange'))
  await act(async () => vi.advanceTimersByTimeAsync(1_900))
  expect(names()).not.toContain('see_quotation')
  await act(async () => vi.advanceTimersByTimeAsync(200))
  expect(names()).toContain('see_quotation')
  await act(async () => vi.advanceTimersByTimeAsync(20_000))
  expect(names().filter((name) => name === 'see_quotation')).toHaveLength(1)
  expect(names().filter((name) => name === 'open_quotation').length).toBeGreaterThan(1)
  visibility.mockReturnValue('hidden')
  const before = names().length
  await act(async () => vi.advanceTimersByTimeAsync(60_000))
  expect(names()).toHaveLength(before)
})

test('the acceptance has a notice, loaded when it is opened, in English or Hindi; without it the form stays', async () => {
  const notices = [
    { language: 'en', version: 1, text: 'We store who has accepted.' },
    { language: 'hi', version: 1, text: 'हम रखते हैं' },
  ]
  let isOffline = true
  const { call, user } = open(sent, {
    privacy_notices_of() {
      if (isOffline) throw new AppError('offline', 'You are offline.')
      return notices
    },
  })
  const formNote = () => {
    const notes = screen.getAllByRole('note', { name: 'Privacy notice' })
    expect(notes).toHaveLength(5)
    return notes.find((each) => each.closest('form')?.matches('.panel')) as HTMLElement
  }
  await press('Ask a colleague')
  expect(formNote(), 'each form has it').toBeTruthy()
  await press('Cancel')
  await press('Accept')
  const note = within(formNote())
  expect(call).not.toHaveBeenCalledWith('privacy_notices_of', expect.anything())
  const summary = note.getByText('Privacy notice')
  await user.click(summary)
  expect((await note.findByRole('alert')).textContent).toContain('We could not load this notice.')
  expect(screen.getByRole('button', { name: 'Confirm acceptance' })).toBeTruthy()
  isOffline = false
  await user.click(note.getByRole('button', { name: 'try again' }))
  expect(await note.findByText('We store who has accepted.')).toBeTruthy()
  expect(note.queryByRole('alert')).toBeNull()
  await user.click(note.getByRole('button', { name: /Hindi/ }))
  expect(note.getByText('हम रखते हैं').closest('[lang]')).toHaveProperty('lang', 'hi')
})

test('a form for comments has a notice of its own', async () => {
  const { call, user } = open(sent, {
    privacy_notices_of: () => [{ language: 'en', version: 1, text: 'We store your comment.' }],
  })
  const comment = await screen.findByRole('textbox', { name: 'Comment' })
  const form = comment.closest('form') as HTMLElement
  await user.click(within(form).getByText('Privacy notice'))
  expect(await within(form).findByText('We store your comment.')).toBeTruthy()
  expect(call).toHaveBeenCalledWith('privacy_notices_of', { form: 'comment', token: undefined })
})

/** A worker that a test answers for. */
function fakeWorker() {
  const requests: PdfRequest[] = []
  const workers: EventTarget[] = []
  class FakeWorker extends EventTarget {
    constructor() {
      super()
      workers.push(this)
    }
    postMessage(request: PdfRequest) {
      requests.push(request)
    }
    terminate() {}
  }
  vi.stubGlobal('Worker', FakeWorker)
  const answer = (data: unknown) =>
    act(async () => workers.at(-1)?.dispatchEvent(new MessageEvent('message', { data })))
  return { requests, answer }
}

test('a download makes a PDF of what is selected, says what happens, and what to do when it fails', async () => {
  const { requests, answer } = fakeWorker()
  const saved = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:pdf')
  const { user } = open(sent)
  await user.click(screen.getByRole('radio', { name: 'Wooden box' }))
  expect(requests, 'nothing loads before the press').toEqual([])
  await press('Download PDF')
  const button = screen.getByRole('button', { name: 'Preparing PDF...' })
  await user.click(button)
  expect(requests, 'one press is one PDF').toHaveLength(1)
  await answer({ failure: 'No memory' })
  expect(screen.getByRole('alert')).toHaveTextContent(
    'The PDF could not be made. Press Download PDF to try again, or print this page as a PDF.',
  )
  await press('Download PDF')
  const version = requests[1]?.version
  expect(version).toMatchObject({ number: sent.number, revision: 2, content: { terms: 'Half in advance.' } })
  expect(version?.frozen.choice.options).toEqual({ Box: 'wood' })
  expect(version?.frozen.figures.total).toBe(9_440_000)
  await answer({ pdf: new Uint8Array([37]) })
  expect(saved).toHaveBeenCalledOnce()
  expect(screen.queryByRole('alert')).toBeNull()
  expect(screen.getByText('Saved as quotation-GW2627-0001-R2.pdf.')).toBeVisible()
})

test('a revision says what changed since the buyer had it, and a first version or none says nothing', () => {
  const before = {
    ...sent,
    revision: 1,
    terms: 'All in advance.',
    lines: [{ ...line, colour: 'Red' }, ...lines.slice(2)],
  }
  open({ ...sent, before })
  const changes = screen.getByRole('region', { name: 'What changed' })
  expect(changes).toHaveTextContent('Since GW2627/0001')
  expect(
    within(changes)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual([
    'Steel mugColour: none (was Red)',
    'Card boxAdded: 100 × ₹100.00',
    'TermsHalf in advance. (was All in advance.)',
  ])
  cleanup()
  open({ ...sent, before: { ...before, lines, terms: sent.terms } })
  expect(screen.queryByRole('region', { name: 'What changed' })).toBeNull()
  cleanup()
  open(sent)
  expect(screen.queryByRole('region', { name: 'What changed' })).toBeNull()
})

test('after an acceptance the page says what happens next, in the owner’s words or its own', () => {
  const accepted = {
    name: 'Test Buyer',
    at: '2026-11-27T07:00:00Z',
    purchase_order: 'PO-17',
    choice: { quantities: {}, options: {} },
    figures: sent.figures,
  }
  const next = () => screen.queryByRole('region', { name: 'What happens next' })
  open({
    ...sent,
    state: 'accepted',
    accepted,
    next_steps: 'A proof within two days.\nThen half in advance.',
  })
  expect(next()).toHaveTextContent('A proof within two days. Then half in advance.Your purchase order: PO-17')
  expect(next()?.closest('.no-print'), 'it is printed').toBeNull()
  cleanup()
  open({ ...sent, state: 'accepted', accepted: { ...accepted, purchase_order: null }, next_steps: null })
  expect(next()).toHaveTextContent(
    /^What happens nextDemo Gifts Private Limited has your acceptance and will get in touch with you\.$/,
  )
  cleanup()
  open({ ...sent, state: 'accepted', accepted, purpose: 'approval' })
  expect(next()).toBeNull()
  cleanup()
  open(sent)
  expect(next()).toBeNull()
})

const details = {
  gstin: null,
  billing_address: '1 Ring Road',
  delivery_places: [{ address: '2 Market Street', pin_code: '560001', quantity: 60 }],
  given_at: '2026-11-27T07:00:00Z',
}
const textbox = (name: string) => screen.getByRole('textbox', { name })

test('a buyer gives GSTIN, billing address and places of no more gifts than are chosen, and keeps what is refused', async () => {
  const { call, user } = open({ ...sent, details, purchase_orders: [] })
  await user.type(textbox('Your GSTIN'), '27AAPFU0939F1ZX')
  const saves = () => call.mock.calls.filter(([name]) => name === 'save_buyer_details')
  await press('Save details')
  expect(await screen.findByText(/last character is not the check digit/)).toBeVisible()
  await user.clear(textbox('Your GSTIN'))
  await user.type(textbox('Your GSTIN'), '27aapfu0939f1zv')
  expect(screen.getByText(/This GSTIN is of Maharashtra, and the place of supply is Karnataka/)).toBeVisible()
  const places = within(screen.getByRole('group', { name: 'Delivery places' }))
  expect(places.getByText('60 of 200 gifts have a place.')).toBeVisible()
  await press('Add a place')
  await user.type(textbox('Address of place 2'), '3 Lake Road')
  await user.type(textbox('PIN code of place 2'), '560 002')
  await user.type(textbox('Quantity of place 2'), '141')
  const tooMany = 'The delivery places have 201 gifts, and this quotation has 200.'
  expect(places.getByRole('alert')).toHaveTextContent(tooMany)
  await press('Save details')
  expect(saves()).toEqual([])
  await user.clear(textbox('Quantity of place 2'))
  await user.type(textbox('Quantity of place 2'), '140')
  await press('Add a place')
  await press('Save details')
  expect(await screen.findByText('Your details are saved.')).toBeVisible()
  expect(saves()).toEqual([
    [
      'save_buyer_details',
      {
        gstin: '27AAPFU0939F1ZV',
        billing_address: '1 Ring Road',
        delivery_places: [
          { address: '2 Market Street', pin_code: '560001', quantity: 60 },
          { address: '3 Lake Road', pin_code: '560002', quantity: 140 },
        ],
      },
    ],
  ])
  await press('Remove of place 1')
  expect(screen.queryByRole('textbox', { name: 'Address of place 2' }), 'an empty one is left').toBeTruthy()
  expect(textbox('Address of place 1')).toHaveValue('3 Lake Road')
})

test('after the acceptance the details are read, and a colleague sees none', () => {
  const accepted = {
    name: 'Test Buyer',
    at: '2026-11-27T07:00:00Z',
    choice: { quantities: {}, options: {} },
    figures: sent.figures,
  }
  open({ ...sent, state: 'accepted', accepted, details })
  const region = screen.getByRole('region', { name: 'Your details' })
  expect(region).toHaveTextContent('Delivery places60 to 2 Market Street, 560001')
  expect(within(region).queryByRole('textbox')).toBeNull()
  cleanup()
  open({ ...sent, purpose: 'approval' })
  expect(screen.queryByRole('region', { name: 'Your details' })).toBeNull()
  expect(screen.queryByRole('region', { name: 'Order documents' })).toBeNull()
})

test('a purchase order is attached, saved again and removed; a large one is refused before it is sent', async () => {
  const file = { id: 'file', name: 'PO 17.pdf', size: 21_000, given_at: '2026-11-27T07:00:00Z' }
  const saved = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:po')
  const { call, user } = open(
    { ...sent, purchase_orders: [file] },
    { purchase_order_file: () => ({ name: file.name, type: 'application/pdf', content: btoa('%PDF-1.7') }) },
  )
  const input = screen.getByLabelText('Purchase order')
  const attached = () => call.mock.calls.filter(([name]) => name === 'attach_purchase_order')
  const large = new File([new Uint8Array(10 * 1024 * 1024 + 1)], 'large.pdf')
  await user.upload(input, large)
  await press('Attach')
  expect(await screen.findByText('A purchase order may have at most 10 MB.')).toBeVisible()
  expect(attached()).toEqual([])
  await user.upload(input, new File(['%PDF-1.7'], 'order.pdf', { type: 'application/pdf' }))
  await press('Attach')
  await waitFor(() =>
    expect(attached()).toEqual([['attach_purchase_order', { name: 'order.pdf', content: btoa('%PDF-1.7') }]]),
  )
  await press('Download PO 17.pdf')
  await waitFor(() => expect(saved).toHaveBeenCalledOnce())
  await press('Remove PO 17.pdf')
  await waitFor(() => expect(call).toHaveBeenCalledWith('remove_purchase_order', { id: 'file' }))
})

const steel = { quantities: { mug: 1 }, options: { Box: 'wood' } }
const asked = {
  email: 'c…@example.com',
  name: 'Meera',
  state: 'approved' as const,
  note: 'Fine',
  at: '2026-11-28T06:00:00Z',
  choice: steel,
  chosen: '500 of Steel mug, Wooden box',
  total_paise: 30_090_000,
}

test('a colleague sees the choice that the buyer asks about, and says who reads the note', async () => {
  const figures = quotationFigures(chosenLines({ lines }, steel), null, 'igst', true)
  const { call, user } = open({ ...sent, purpose: 'approval', asked: steel, figures })
  expect(screen.getByRole('region', { name: 'Total' })).toHaveTextContent('₹3,00,900.00')
  expect(screen.queryByRole('radio')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Approve' }))
  expect(screen.getByText('Test Buyer reads your note. Demo Gifts Private Limited does not.')).toBeVisible()
  const shows = screen.getByRole('checkbox', { name: 'Also show this note to Demo Gifts Private Limited' })
  expect(shows).not.toBeChecked()
  await user.click(shows)
  expect(screen.getByText('Test Buyer reads your note. So does Demo Gifts Private Limited.')).toBeVisible()
  await user.type(screen.getByRole('textbox', { name: 'Your name' }), 'Meera')
  await user.click(screen.getByRole('button', { name: 'Approve' }))
  const decision = {
    is_approved: true,
    name: 'Meera',
    note: null,
    shows_note: true,
    total_paise: 30_090_000,
    choice: steel,
  }
  await waitFor(() => expect(call).toHaveBeenCalledWith('decide_approval', decision))
})

test('a question to a colleague takes the choice along, and an approval of another choice says so', async () => {
  const { call, user } = open({ ...sent, approvals: [asked] })
  const approvals = screen.getByRole('list', { name: 'Approvals' })
  expect(approvals).toHaveTextContent('Another choice: 500 of Steel mug, Wooden box, ₹3,00,900.00')
  await user.click(screen.getByRole('radio', { name: 'Wooden box' }))
  await user.click(screen.getByRole('radio', { name: /^500 ×/ }))
  expect(approvals).toHaveTextContent('This choice: 500 of Steel mug, Wooden box, ₹3,00,900.00')
  await user.click(screen.getByRole('button', { name: 'Ask a colleague' }))
  await user.type(screen.getByRole('textbox', { name: "Colleague's e-mail" }), 'cfo@example.com')
  await user.click(screen.getByRole('button', { name: 'Send for approval' }))
  await waitFor(() =>
    expect(call).toHaveBeenCalledWith('ask_colleague', {
      email: 'cfo@example.com',
      name: null,
      choice: steel,
    }),
  )
})

test('a colleague reads that there is nothing to approve any more, and has no button', async () => {
  open({ number: 'GW2627/0001', state: 'replaced', purpose: 'approval', site: {} })
  expect(await screen.findByText('This revision was replaced by a newer one.')).toBeTruthy()
  expect(screen.queryByRole('button')).toBeNull()
})

test('a quotation is ordered again into the basket of the website, which the next page opens', async () => {
  const mug = { id: 'mug', name: 'Steel mug', image_url: null, budget: null, min_quantity: 200, colours: [] }
  const { call } = open(sent, {
    order_again: () => [{ name: 'Steel mug', quantity: 100, note: null, colours: null, product: mug }],
  })
  await press('Order again')
  const section = within(screen.getByRole('region', { name: 'Need these gifts again?' }))
  expect(await section.findByText('1 product added to your inquiry basket.')).toBeVisible()
  expect(section.getByText('Steel mug: The minimum quantity is 200.')).toBeVisible()
  expect(call).toHaveBeenCalledWith('order_again', { choice: { quantities: {}, options: {} } })
  expect(localStorage.getItem('giftwell-basket')).toContain('"name":"Steel mug"')
  await userEvent.click(section.getByRole('link', { name: 'Open your inquiry basket' }))
  expect(sessionStorage.getItem('giftwell-basket-open')).toBe('next')
  localStorage.clear()
  sessionStorage.clear()
})

test('a colleague who is asked for an approval orders nothing', () => {
  open({ ...sent, purpose: 'approval' })
  expect(screen.queryByRole('button', { name: 'Order again' })).toBeNull()
})

test('a colleague reads a shared quotation, and decides, comments and attaches nothing', () => {
  open({ ...sent, purpose: 'colleague' })
  expect(screen.getByText('Test Buyer shares it with your company, to read.', { exact: false })).toBeVisible()
  expect(total()).toBeVisible()
  expect(screen.queryByRole('radio')).toBeNull()
  for (const name of ['Accept', 'Decline', 'Ask for a change', 'Comment', 'Save details', 'Approve'])
    expect(screen.queryByRole('button', { name })).toBeNull()
  expect(screen.queryByRole('region', { name: 'Order documents' })).toBeNull()
  expect(screen.getByRole('button', { name: 'Order again' })).toBeVisible()
})

test('the details of the company of the account that is signed in are proposed, and sent only when they are saved', async () => {
  localStorage.setItem('giftwell-auth', JSON.stringify({ access_token: 'a session' }))
  const proposed = { gstin: '27AAPFU0939F1ZV', billing_address: '1 Example Road' }
  const { call } = open(sent, { my_company: () => proposed })
  expect(await screen.findByDisplayValue('27AAPFU0939F1ZV')).toHaveAccessibleName('Your GSTIN')
  expect(screen.getByRole('textbox', { name: 'Billing address' })).toHaveValue('1 Example Road')
  expect(call).toHaveBeenCalledWith('my_company', { token: undefined }, 'a session')
  expect(call).not.toHaveBeenCalledWith('save_buyer_details', expect.anything())
  await press('Save details')
  expect(call).toHaveBeenCalledWith('save_buyer_details', { ...proposed, delivery_places: [] })
  localStorage.clear()
})

test('a delivery place of the account is filled in by a choice, and never over what is typed', async () => {
  localStorage.setItem('giftwell-auth', JSON.stringify({ access_token: 'a session' }))
  const place = {
    title: 'Office',
    recipient: 'Asha',
    phone: null,
    address: '1 Ring Road',
    city: 'Pune',
    pin_code: '411001',
  }
  open(sent, { my_company: () => ({ delivery_places: [place] }) })
  const choice = await screen.findByRole('combobox', { name: 'Your delivery places' })
  const addresses = () =>
    screen.getAllByRole('textbox', { name: /^Address of place/ }).map((field) => Object(field).value)
  expect(addresses()).toEqual([''])
  await userEvent.type(screen.getByRole('textbox', { name: /^Address of place 1/ }), 'Typed')
  await userEvent.selectOptions(choice, 'Office, Asha, 1 Ring Road, Pune, 411001')
  expect(addresses()).toEqual(['Typed'])
  await press('Fill in')
  expect(addresses()).toEqual(['Typed', '1 Ring Road, Pune'])
  expect(screen.getByRole('textbox', { name: /^PIN code of place 2/ })).toHaveValue('411001')
  localStorage.clear()
})

test('without an account no company is asked for', () => {
  const { call } = open(sent)
  expect(call).not.toHaveBeenCalledWith('my_company', expect.anything(), expect.anything())
})

const proof = {
  id: 'second',
  version: 2,
  name: 'Mug.png',
  note: 'The logo is smaller now',
  sha256: '0'.repeat(64),
  size: 8,
  created_at: '2026-11-30T06:00:00Z',
  decision: null,
  decided_at: null,
  decided_by: null,
  comment: null,
}
const order = {
  number: 'GW-O2627/0007',
  needed_by: '2026-12-20',
  cancelled_at: null,
  cancel_reason: null,
  advance_paise: 500_000,
  advance_received_on: null,
  news: ['proof', 'dispatched', 'delivered'] as const,
  lines: [
    {
      id: 'ordered mug',
      line_id: 'mug',
      name: 'Steel mug',
      quantity: 100,
      state: 'preparing' as const,
      needs_proof: true,
      dispatched: 0,
      delivered: 0,
      proofs: [
        proof,
        {
          ...proof,
          id: 'first',
          version: 1,
          decision: 'change' as const,
          decided_by: 'Test Buyer',
          comment: 'Smaller',
        },
      ],
    },
    {
      id: 'ordered box',
      line_id: 'card',
      name: 'Card box',
      quantity: 100,
      state: 'packed' as const,
      needs_proof: false,
      dispatched: 60,
      delivered: 0,
      proofs: [],
    },
  ],
  parcels: [
    {
      id: 'parcel',
      line_id: 'card',
      quantity: 60,
      courier: 'Swift',
      tracking_number: 'A 1',
      tracking_url: 'https://swift.example/track/A%201',
      place: '560001',
      dispatched_at: '2026-12-10T06:00:00Z',
      delivered_at: null,
    },
  ],
  places: 3,
}
const ordered: OpenedQuotation = { ...sent, state: 'accepted', order }
const proofFile = () => ({ name: 'Mug.png', type: 'image/png', content: 'iVBORw0KGgo=' })

test('an order shows where each line stands, its parcels with their links, and what its buyer hears of', async () => {
  const { call } = open(ordered, { proof_file: proofFile })
  const section = screen.getByRole('region', { name: 'Your order GW-O2627/0007' })
  expect(section).toHaveTextContent(
    'Needed by 20 Dec 2026. 3 delivery places. We have asked for an advance of ₹5,000.00.',
  )
  const current = (name: string) =>
    within(within(section).getByRole('list', { name: `Steps of ${name}` }))
      .getAllByRole('listitem')
      .filter((item) => item.getAttribute('aria-current') === 'step')
      .map((item) => item.textContent)
  expect(current('Steel mug')).toEqual(['Proof'])
  expect(current('Card box')).toEqual(['Packed'])
  expect(section).toHaveTextContent('60 of 100 dispatched.')
  expect(within(section).getByRole('link', { name: 'Track A 1' })).toHaveAttribute(
    'href',
    'https://swift.example/track/A%201',
  )
  await press('E-mails about this order')
  await userEvent.click(screen.getByRole('checkbox', { name: 'Packed' }))
  await press('Save e-mails')
  await waitFor(() =>
    expect(call).toHaveBeenCalledWith('choose_order_news', {
      news: ['proof', 'dispatched', 'delivered', 'packed'],
    }),
  )
})

test('a proof is approved with a name, or a change is requested, and what was typed stays when it is refused', async () => {
  let isRefused = true
  const { call, user } = open(ordered, {
    proof_file: proofFile,
    decide_proof() {
      if (isRefused) throw new AppError('conflict', 'There is a newer proof: please look at that one')
    },
  })
  expect(screen.getByText('Proof 2 is waiting for your approval.')).toBeVisible()
  expect(await screen.findByRole('img', { name: 'Proof 2 of Steel mug' })).toBeVisible()
  await press('Ask for a change instead')
  const form = within(screen.getByRole('form', { name: 'Ask for a change' }))
  await user.type(form.getByRole('textbox', { name: 'Your name' }), 'Test Buyer')
  await user.type(form.getByRole('textbox', { name: 'What to change in the proof of Steel mug' }), 'Bluer')
  await user.click(form.getByRole('button', { name: 'Ask for a change' }))
  expect(await screen.findByText('There is a newer proof: please look at that one')).toBeVisible()
  expect(form.getByRole('textbox', { name: 'What to change in the proof of Steel mug' })).toHaveValue('Bluer')
  isRefused = false
  await user.click(form.getByRole('button', { name: 'Ask for a change' }))
  const change = { proof: 'second', is_approved: false, name: 'Test Buyer', comment: 'Bluer' }
  await waitFor(() => expect(call).toHaveBeenCalledWith('decide_proof', change))
  await press('Approve it instead')
  await press('Approve proof 2')
  await waitFor(() =>
    expect(call).toHaveBeenCalledWith('decide_proof', { ...change, is_approved: true, comment: null }),
  )
})

test('a proof that comes while another one is read is approved only once it is shown', async () => {
  const [mug, boxes] = order.lines
  const third = { ...proof, id: 'third', version: 3 }
  const lines = [{ ...mug, proofs: [third, ...(mug?.proofs ?? [])] }, boxes]
  open(ordered, { proof_file: proofFile, open_quotation: () => ({ ...ordered, order: { ...order, lines } }) })
  expect(await screen.findByRole('button', { name: 'Approve proof 2' })).toBeVisible()
  await press('E-mails about this order')
  await press('Save e-mails')
  const show = await screen.findByRole('button', { name: 'Show proof 3' })
  expect(screen.queryByRole('button', { name: /^Approve proof/ })).toBeNull()
  await userEvent.click(show)
  expect(await screen.findByRole('button', { name: 'Approve proof 3' })).toBeVisible()
})

test('a PDF is approved only once it was downloaded or shown whole', async () => {
  const [mug, boxes] = order.lines
  const lines = [{ ...mug, proofs: [{ ...proof, name: 'Proof.pdf' }] }, boxes] as typeof order.lines
  const pdf = () => ({ name: 'Proof.pdf', type: 'application/pdf', content: btoa('%PDF-1.7') })
  const whole = { ...ordered, order: { ...order, lines } }
  const version = String(proof.version)
  open(whole, { proof_file: pdf })
  expect(screen.queryByRole('button', { name: /^Approve proof/ })).toBeNull()
  expect(screen.getByText(`Look at proof ${version} to decide on it.`)).toBeVisible()
  await press(`Download proof ${version}`)
  expect(await screen.findByRole('button', { name: `Approve proof ${version}` })).toBeVisible()
  cleanup()

  pdfPages.mockResolvedValueOnce({ pictures: ['data:,one', 'data:,one'], pages: 2, isWhole: true })
  const complaint = vi.spyOn(console, 'error')
  open(whole, { proof_file: pdf })
  await press(`Show proof ${version}`)
  expect(await screen.findByRole('img', { name: `Page 2 of proof ${version} of Steel mug` })).toBeVisible()
  expect(complaint, 'of two pages that look alike').not.toHaveBeenCalled()
  expect(await screen.findByRole('button', { name: `Approve proof ${version}` })).toBeVisible()
  cleanup()

  pdfPages.mockResolvedValueOnce({ pictures: ['data:,one'], pages: 7, isWhole: false })
  open(whole, { proof_file: pdf })
  await press(`Show proof ${version}`)
  expect(await screen.findByText('The first 1 of 7 pages: download the proof to decide on it.')).toBeVisible()
  expect(screen.queryByRole('button', { name: /^Approve proof/ })).toBeNull()
  cleanup()

  pdfPages.mockResolvedValueOnce({ pictures: ['data:,one'], pages: 1, isWhole: false })
  open(whole, { proof_file: pdf })
  await press(`Show proof ${version}`)
  expect(
    await screen.findByText('Some of its pictures cannot be shown here: download the proof to decide on it.'),
  ).toBeVisible()
  expect(screen.queryByRole('button', { name: /^Approve proof/ })).toBeNull()
})

test('a line that is made, or needs no proof any more, has no proof to decide', () => {
  const [mug, boxes] = order.lines
  for (const changed of [{ state: 'packed' as const }, { needs_proof: false }]) {
    const lines = [{ ...mug, ...changed }, boxes] as typeof order.lines
    open({ ...ordered, order: { ...order, lines } }, { proof_file: proofFile })
    expect(screen.queryByText('Proof 2 is waiting for your approval.')).toBeNull()
    expect(screen.queryByRole('button', { name: /^Approve proof/ })).toBeNull()
    cleanup()
  }
})

test('a cancelled order says why, and has nothing to decide', () => {
  const cancelled = { cancelled_at: '2026-12-01T06:00:00Z', cancel_reason: 'The event was called off' }
  open({ ...ordered, order: { ...order, ...cancelled } }, { proof_file: proofFile })
  const section = screen.getByRole('region', { name: 'Your order GW-O2627/0007' })
  expect(section).toHaveTextContent('Cancelled on 1 Dec 2026. The event was called off')
  expect(screen.queryByRole('button', { name: 'Approve proof 2' })).toBeNull()
  expect(screen.queryByText('E-mails about this order')).toBeNull()
})
