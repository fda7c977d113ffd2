import { act, screen, waitFor, within } from '@testing-library/react'
import { Route, Routes } from 'react-router-dom'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { apiError, type ApiResponder, fakeApi } from '@giftwell/shared/testing/fake-api.ts'
import { administrator, renderAdmin } from '@giftwell/shared/testing/render-admin.tsx'
import { contentOf, lineOf } from '../testing/show-quotation.tsx'
import { storeOffline } from '../testing/store-offline.ts'
import type { OrderDetails, OrderLine } from './order-requests.ts'
import { OrdersScreen } from './order-screen.tsx'
import { orderRow, type StoredOrder } from './stored-orders.ts'

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-28T09:00:00Z') })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

function orderLine(number: number, fields: Partial<OrderLine> = {}): OrderLine {
  return {
    id: `line ${number}`,
    line_id: lineOf(number).id,
    quantity: 100,
    needs_proof: false,
    state: 'preparing',
    name: `Gift ${number}`,
    product_id: null,
    code: null,
    note: null,
    image_url: null,
    dispatched: 0,
    delivered: 0,
    is_approved: true,
    proofs: [],
    ...fields,
  }
}

const proofOf = (version: number, decision: 'change' | null) => ({
  id: `proof ${version}`,
  version,
  name: 'Proof.png',
  note: null,
  sha256: '0'.repeat(64),
  created_at: '2026-11-25T08:00:00+00:00',
  decision,
  decided_at: decision && '2026-11-25T09:00:00+00:00',
  decided_by: decision && 'Asha Rao',
  comment: decision && 'Smaller',
})

const stored: StoredOrder = {
  id: '00000000-0000-4000-8000-000000000001',
  number: 'GW-O2627/0001',
  needed_by: '2026-11-27',
  advance_paise: null,
  advance_received_on: null,
  cancelled_at: null,
  cancel_reason: null,
  saves: 3,
  created_at: '2026-11-20T08:00:00+00:00',
  quotation: {
    id: 'q',
    number: 'GW2627/0009',
    state: 'accepted',
    owner_email: 'admin@example.com',
    erase_on: null,
    lead: { id: 'lead', reference: 'GW-00000001' },
  },
  version: {
    content: contentOf([lineOf(1), lineOf(2)]),
    accepted: { purchase_order: 'PO-17' },
    total_paise: 1_000_000,
  },
  lines: [
    {
      id: 'line 1',
      line_id: lineOf(1).id,
      quantity: 100,
      needs_proof: false,
      state: 'dispatched',
      proofs: [],
    },
    {
      id: 'line 2',
      line_id: lineOf(2).id,
      quantity: 100,
      needs_proof: true,
      state: 'preparing',
      proofs: [proofOf(1, 'change'), proofOf(2, null)],
    },
  ],
  dispatches: [
    {
      id: 'd',
      order_line_id: 'line 1',
      place_id: null,
      quantity: 100,
      courier: 'Blue Dart',
      tracking_number: 'AWB1',
      tracking_url: 'https://courier.example/AWB1',
      dispatched_at: '2026-11-26T08:00:00+00:00',
      delivered_at: null,
    },
  ],
  events: [],
}

function detailsOf(lines: readonly OrderLine[], fields: Partial<OrderDetails> = {}): OrderDetails {
  const { quotation, version: _version, lines: _lines, dispatches: _sent, events: _events, ...order } = stored
  return {
    order: {
      ...order,
      state: 'preparing',
      start_on: null,
      delivered_on: null,
      waits_for_buyer: false,
      total_paise: 1_000_000,
    },
    buyer: { company: 'Company 1', name: 'Person 1' },
    quotation,
    lead: quotation.lead,
    purchase_order: null,
    purchase_orders: [],
    artworks: [],
    lines,
    places: [],
    dispatches: [],
    events: [],
    undo: null,
    ...fields,
  }
}

function show(details: OrderDetails, answer?: ApiResponder, options: Parameters<typeof renderAdmin>[1] = {}) {
  const { requests } = fakeApi((request) => {
    const answered = answer?.(request)
    if (answered !== undefined) return answered
    if (request.path.endsWith('/order_details')) return details
    if (request.path.endsWith('/count_orders')) return Response.json(1)
    if (request.path.endsWith('/seller_profile'))
      return [{ id: 's', couriers: 'Blue Dart https://courier.example/{number}' }]
    return []
  })
  const view = renderAdmin(
    <Routes>
      <Route path="/admin/orders/:order?" element={<OrdersScreen />} />
    </Routes>,
    { path: '/admin/orders/o', ...options },
  )
  const sentTo = (name: string) =>
    requests.filter((request) => request.path.endsWith(`/${name}`)).map(({ body }) => body)
  return { ...view, sentTo }
}

test('one press moves all lines that fit, says which did not, and is undone by another', async () => {
  const steps = [{ order_id: 'o', event: 7 }]
  const { user, sentTo } = show(
    detailsOf([orderLine(1), orderLine(2), orderLine(3, { needs_proof: true, is_approved: false })]),
    ({ path }) =>
      path.endsWith('/move_order_lines')
        ? { moved: 1, refused: [{ id: 'line 2', problem: 'Gift 2 is packed now' }], steps }
        : path.endsWith('/undo_order_steps')
          ? Response.json(1)
          : undefined,
  )
  await user.click(await screen.findByRole('button', { name: 'Start production' }))
  expect(sentTo('move_order_lines')).toEqual([
    {
      lines: [
        { id: 'line 1', state: 'preparing' },
        { id: 'line 2', state: 'preparing' },
      ],
      state: 'production',
      text: '',
    },
  ])
  expect(await screen.findByRole('alert')).toHaveTextContent('1 line in productionGift 2 is packed now')
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(sentTo('undo_order_steps')).toEqual([{ steps }]))
  expect(await screen.findByText('Undone')).toBeVisible()
})

test('only selected lines move, and a return has a reason', async () => {
  const { user, sentTo } = show(
    detailsOf([orderLine(1, { state: 'delivered' }), orderLine(2, { state: 'delivered' })]),
    ({ path }) => (path.endsWith('/move_order_lines') ? { moved: 1, refused: [] } : undefined),
  )
  await user.click(await screen.findByRole('checkbox', { name: 'Select Gift 2' }))
  await user.click(screen.getByRole('button', { name: 'Mark as returned' }))
  const dialog = await screen.findByRole('dialog', { name: 'Mark as returned' })
  await user.click(within(dialog).getByRole('button', { name: 'Mark as returned' }))
  expect(await within(dialog).findByText('Reason is required')).toBeVisible()
  await user.type(within(dialog).getByRole('textbox', { name: 'Reason' }), 'Broken')
  await user.click(within(dialog).getByRole('button', { name: 'Mark as returned' }))
  await waitFor(() =>
    expect(sentTo('move_order_lines')).toEqual([
      { lines: [{ id: 'line 2', state: 'delivered' }], state: 'returned', text: 'Broken' },
    ]),
  )
})

test('a parcel has a part of the lines, a courier of the owner’s list and a place', async () => {
  const place = {
    id: 'p',
    line_id: null,
    recipient: 'Asha',
    address: '1 Home Lane',
    pin_code: null,
    phone: null,
    quantity: 5,
    deliver_on: null,
  }
  const { user, sentTo } = show(
    detailsOf([orderLine(1, { state: 'packed', dispatched: 60 }), orderLine(2)], { places: [place] }),
    ({ path }) => (path.endsWith('/dispatch_order_lines') ? { moved: 1, refused: [] } : undefined),
  )
  await user.click(await screen.findByRole('button', { name: 'Dispatch' }))
  const dialog = await screen.findByRole('dialog', { name: 'Dispatch' })
  expect(within(dialog).getByRole('textbox', { name: 'Quantity of Gift 1' })).toHaveValue('40')
  const courier = within(dialog).getByRole('combobox', { name: 'Courier' })
  await waitFor(() =>
    expect([...(courier as HTMLInputElement).list!.options].map(({ value }) => value)).toEqual(['Blue Dart']),
  )
  await user.type(courier, 'Blue Dart')
  const second = within(dialog).getByRole('textbox', { name: 'Quantity of Gift 2' })
  await user.clear(second)
  await user.type(second, '0')
  await user.selectOptions(within(dialog).getByRole('combobox', { name: 'Place' }), 'Asha, 1 Home Lane')
  await user.click(within(dialog).getByRole('button', { name: 'Dispatch' }))
  await waitFor(() =>
    expect(sentTo('dispatch_order_lines')).toEqual([
      {
        parcels: [{ id: 'line 1', state: 'packed', quantity: 40, dispatched: 60, place: 'p' }],
        courier: 'Blue Dart',
        tracking_number: '',
      },
    ]),
  )
})

test('what is typed stays while colleagues change the order, and what they typed is shown', async () => {
  const details = detailsOf([orderLine(1)])
  let order = details.order
  const { user, queryClient, sentTo } = show(details, ({ path }) => {
    if (path.endsWith('/order_details')) return { ...details, order }
    return path.endsWith('/save_order') ? apiError('PT409', 'This order has changed', 409) : undefined
  })
  const section = await screen.findByRole('region', { name: 'Dates and advance' })
  // Without input a colleague's save is shown.
  order = { ...order, needed_by: '2026-12-01', saves: 4 }
  await act(() => queryClient.invalidateQueries())
  await waitFor(() => expect(within(section).getByLabelText('Needed by')).toHaveValue('2026-12-01'))
  await user.type(within(section).getByRole('textbox', { name: 'Advance requested (Rs.)' }), '5000')
  order = { ...order, saves: 5 }
  await act(() => queryClient.invalidateQueries())
  expect(within(section).getByRole('textbox', { name: 'Advance requested (Rs.)' })).toHaveValue('5000')
  await user.click(within(section).getByRole('button', { name: 'Save dates and advance' }))
  await waitFor(() => expect(sentTo('save_order')).toMatchObject([{ saves: 5, advance_paise: 500_000 }]))
  order = { ...order, needed_by: '2026-12-24', saves: 6 }
  await act(() => queryClient.invalidateQueries())
  expect(within(section).getByRole('textbox', { name: 'Advance requested (Rs.)' })).toHaveValue('5000')
  expect(await within(section).findByRole('note')).toHaveTextContent(
    'Changed meanwhile: needed by 24 Dec 2026, no advance. Saving replaces it.',
  )
})

test('a place that a colleague has removed is sent with its id, which the database refuses', async () => {
  const place = {
    id: 'p',
    line_id: null,
    recipient: 'Asha',
    address: '1 Home Lane',
    pin_code: null,
    phone: null,
    quantity: 5,
    deliver_on: null,
  }
  let places = [place]
  const details = detailsOf([orderLine(1)])
  const { user, queryClient, sentTo } = show(details, ({ path }) => {
    if (path.endsWith('/order_details')) return { ...details, places }
    return path.endsWith('/save_order_places') ? apiError('PT409', 'This place was removed', 409) : undefined
  })
  await user.click(await screen.findByRole('button', { name: 'Edit Asha' }))
  const dialog = await screen.findByRole('dialog', { name: 'Edit place' })
  places = []
  await act(() => queryClient.invalidateQueries())
  await user.click(within(dialog).getByRole('button', { name: 'Save place' }))
  await waitFor(() => expect(sentTo('save_order_places')).toMatchObject([{ places: [{ id: 'p' }] }]))
})

test('an import shows which column is taken for what', async () => {
  class FakeWorker extends EventTarget {
    terminate() {}
    postMessage() {
      const rows = [
        { number: 1, cells: ['Email address', 'Name', 'Postal address'] },
        { number: 2, cells: ['a@b.example', 'Asha', '1 Home Lane'] },
      ]
      this.dispatchEvent(new MessageEvent('message', { data: { sheet: { rows } } }))
    }
  }
  vi.stubGlobal('Worker', FakeWorker)
  const { user } = show(detailsOf([orderLine(1)]))
  await screen.findByRole('button', { name: 'Import addresses' })
  const file = new File([''], 'a.csv')
  await user.upload(document.querySelector<HTMLInputElement>('input[type=file]')!, file)
  const columns = await screen.findByRole('list', { name: 'Columns of the file' })
  expect(document.querySelector('input[type=file]'), 'the same file may be chosen again').toHaveValue('')
  expect(columns).toHaveTextContent('Address: “Postal address”Recipient: “Name”Left out: “Email address”')
})

test('cancelling says who sees the reason', async () => {
  const details = detailsOf([orderLine(1)])
  const { user } = show(details)
  await user.click(await screen.findByRole('button', { name: 'Cancel order' }))
  expect(await screen.findByRole('dialog', { name: 'Cancel order' })).toHaveTextContent(
    'The buyer sees the reason on the page of the quotation.',
  )
})

test('the order of an erased person is to read alone', async () => {
  const details = detailsOf([orderLine(1)])
  show({ ...details, quotation: { ...details.quotation, erase_on: '2034-11-28' } })
  expect(await screen.findByRole('region', { name: 'Lines' })).toHaveTextContent('Gift 1')
  expect(screen.queryByRole('button', { name: /Cancel|production|Save|Add/ })).toBeNull()
})

test('sales see the places, and administrators alone export them', async () => {
  const places = [
    {
      id: 'p',
      line_id: null,
      recipient: 'Asha',
      address: '1 Home Lane',
      pin_code: null,
      phone: null,
      quantity: 5,
      deliver_on: null,
    },
  ]
  const { user, sentTo } = show(detailsOf([orderLine(1)], { places }))
  const section = await screen.findByRole('region', { name: 'Delivery places' })
  expect(section).toHaveTextContent('1 place with 5 of 100 gifts')
  await user.click(within(section).getByRole('button', { name: 'Export addresses' }))
  await user.click(await screen.findByRole('menuitem', { name: 'CSV' }))
  await waitFor(() => expect(sentTo('record_access')).toEqual([{ action: 'exported', leads: ['lead'] }]))
})

test('an export of addresses is noted when the lead is deleted, too', async () => {
  const none = { line_id: null, recipient: null, pin_code: null, phone: null, deliver_on: null }
  const places = [{ id: 'p', address: '1 Home Lane', quantity: 5, ...none }]
  const { user, sentTo } = show(detailsOf([orderLine(1)], { places, lead: null }))
  await user.click(await screen.findByRole('button', { name: 'Export addresses' }))
  await user.click(await screen.findByRole('menuitem', { name: 'CSV' }))
  await waitFor(() => expect(sentTo('record_access')).toEqual([{ action: 'exported', leads: [] }]))
})

test('a proof that fails may be chosen again, and its note is not lost unasked', async () => {
  const { user, sentTo } = show(detailsOf([orderLine(1, { needs_proof: true })]), ({ path }) =>
    path.endsWith('/add_proof') ? apiError('PT409', 'The order has changed') : undefined,
  )
  const note = await screen.findByRole('textbox', { name: 'Note to the buyer' })
  await user.type(note, 'Gold foil')
  const leaving = new Event('beforeunload', { cancelable: true })
  window.dispatchEvent(leaving)
  expect(leaving.defaultPrevented).toBe(true)
  const button = screen.getByRole('button', { name: 'Send a proof of Gift 1' })
  // The input is beside its button.
  const input = button.parentElement?.querySelector<HTMLInputElement>('input[type=file]')
  const file = new File(['%PDF-1.7'], 'proof.pdf', { type: 'application/pdf' })
  await user.upload(input!, file)
  await waitFor(() => expect(sentTo('add_proof')).toMatchObject([{ name: 'proof.pdf', note: 'Gold foil' }]))
  expect(input).toHaveValue('')
  expect(note).toHaveValue('Gold foil')
})

test.each([
  ['an administrator', 'administrator', false, true],
  ['sales whom an administrator allows', 'sales', true, true],
  ['sales without the right', 'sales', false, false],
] as const)('the purchase list of %s shows costs by right alone', async (_who, role, isAllowed, seesCost) => {
  const lamp = lineOf(1, { product_id: 'lamp', code: 'DL-1', name: 'Demo lamp', colour: 'Red' })
  const content = contentOf([lamp, lineOf(2)])
  const reads: string[] = []
  const { user, platform } = show(
    detailsOf([orderLine(1)]),
    ({ path, query }) => {
      if (path.endsWith('/profiles')) return [{ sees_margin: isAllowed }]
      if (path.endsWith('/orders'))
        return [
          {
            ...stored,
            version: { content },
            lines: content.lines.map(({ id }) => ({ line_id: id, quantity: 100 })),
          },
        ]
      if (!path.endsWith('/product_terms')) return undefined
      const columns = query.get('select') ?? ''
      reads.push(columns)
      const costs = columns.includes('cost_paise') ? { cost_paise: 9050 } : {}
      return [{ product_id: 'lamp', supplier: 'Zari & Sons', supplier_code: 'Z-77', ...costs }]
    },
    { accounts: { readRole: () => Promise.resolve(role) } },
  )
  await user.click(await screen.findByRole('button', { name: 'Purchase list' }))
  const dialog = await screen.findByRole('dialog', { name: 'Purchase list' })
  await waitFor(() => expect(within(dialog).queryAllByText('₹9,050.00')).toHaveLength(seesCost ? 1 : 0))
  const regions = await within(dialog).findAllByRole('region')
  expect(regions.map((each) => each.getAttribute('aria-label'))).toEqual(['Zari & Sons', 'No supplier'])
  const row = within(dialog).getByRole('row', { name: /Demo lamp/ })
  expect(row).toHaveTextContent(`Z-77DL-1Demo lampRed10027 Nov 2026${seesCost ? '₹90.50₹9,050.00' : ''}`)
  expect(reads.some((columns) => columns.includes('cost'))).toBe(seesCost)
  const [supplier] = regions
  await user.click(within(supplier!).getByRole('button', { name: 'Copy text' }))
  const copied = await navigator.clipboard.readText()
  expect(copied).toContain('100 × Demo lamp in Red, your code Z-77, our code DL-1')
  expect(copied.includes('₹')).toBe(seesCost)
  await user.click(within(supplier!).getByRole('button', { name: 'Download XLSX' }))
  await waitFor(() =>
    expect(platform.saved.map(({ name }) => name)).toEqual(['purchase-list-GW-O2627-0001-zari-sons.xlsx']),
  )
})

test('all orders that match take a step in one press, also those of other pages', async () => {
  const orders = Array.from({ length: 30 }, (_, index) => ({
    ...orderRow(stored),
    id: `order ${index}`,
    state: 'production',
    lines: [
      { id: `a ${index}`, state: 'production' },
      { id: `b ${index}`, state: 'delivered' },
    ],
  }))
  const { user, sentTo } = show(
    detailsOf([]),
    ({ path, body }) => {
      if (path.endsWith('/count_orders')) return Response.json(30)
      if (path.endsWith('/find_orders')) return orders.slice(0, Number(Object(body).size))
      return path.endsWith('/move_order_lines') ? { moved: 30, refused: [], steps: [] } : undefined
    },
    { path: '/admin/orders?state=production' },
  )
  await user.click(await screen.findByRole('checkbox', { name: 'Select all on this page' }))
  const toolbar = within(screen.getByRole('toolbar', { name: 'Selected orders' }))
  await user.click(await toolbar.findByRole('button', { name: 'Select all 30 that match' }))
  await user.click(await toolbar.findByRole('button', { name: 'Mark as packed (30)' }))
  expect(await screen.findByText('30 lines packed')).toBeVisible()
  expect(sentTo('move_order_lines')).toEqual([
    { lines: orders.map(({ lines: [line] }) => line), state: 'packed', text: '' },
  ])
})

/** Shows orders offline with one that is stored. */
async function showOffline(path: string) {
  const view = show(detailsOf([]), () => Promise.reject(new TypeError('Failed to fetch')), { path })
  const kept = { readAt: '2026-11-28T08:00:00.000Z', rows: [stored] }
  await storeOffline(view.platform.offlineStorage, 'orders', kept, administrator.user.id)
  await act(() => view.backend.connectivity.probe())
  return view
}

test('offline the stored orders are listed, the late one as late, and searched', async () => {
  const { user } = await showOffline('/admin/orders')
  const row = await screen.findByRole('row', { name: /GW-O2627\/0001/ })
  expect(row).toHaveTextContent('Company 1Proof27 Nov 2026Late₹10,000.00')
  await user.type(screen.getByRole('searchbox', { name: 'Search orders' }), 'po-17{Enter}')
  expect(await screen.findByRole('row', { name: /GW-O2627\/0001/ })).toBeVisible()
  expect(screen.queryByRole('checkbox')).toBeNull()
})

test('offline a stored order is read without its places, and nothing is changed', async () => {
  await showOffline(`/admin/orders/${stored.id}`)
  expect(await screen.findByRole('heading', { name: 'Order GW-O2627/0001', level: 1 })).toBeVisible()
  const lines = screen.getByRole('region', { name: 'Lines' })
  expect(lines).toHaveTextContent('Gift 1100 piecesDispatched')
  expect(within(lines).getByRole('link', { name: 'AWB1' })).toHaveAttribute(
    'href',
    'https://courier.example/AWB1',
  )
  const proofs = within(lines).getByRole('group', { name: 'Proofs of Gift 2' })
  expect(proofs).toHaveTextContent(/Proof 2.*No answer yet.*Proof 1.*Change requested by Asha Rao/)
  expect(proofs).not.toHaveTextContent('Production starts once')
  expect(screen.getByText('Places need a connection.')).toBeVisible()
  expect(screen.queryByRole('region', { name: 'Delivery places' })).toBeNull()
  expect(screen.queryByRole('button')).toBeNull()
  expect(screen.queryByRole('textbox')).toBeNull()
})
