import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'

import { apiError } from '@giftwell/shared/testing/fake-api.ts'
import type { QuotationBuyer } from '@giftwell/shared/quotations/quotation.ts'
import {
  cachedOf,
  contentOf,
  detailsOf,
  lineOf,
  showQuotation,
  versionOf,
} from '../testing/show-quotation.tsx'

const field = (name: string) => screen.getByRole('textbox', { name })
const preview = () => within(screen.getByRole('region', { name: 'Preview' }))

const freight = lineOf(3, {
  name: 'Freight',
  is_charge: true,
  quantities: [{ quantity: 1, price_paise: null }],
})

test('prices are typed one below the other by Enter and the arrow keys, and the totals follow', async () => {
  const { user, sentTo } = showQuotation(detailsOf([versionOf(contentOf([lineOf(1), lineOf(2), freight]))]))
  await waitFor(() => expect(field('Price of Gift 1')).toHaveFocus())
  await user.keyboard('245{Enter}100.50{ArrowDown}500{ArrowUp}')
  expect(field('Price of Gift 2')).toHaveFocus()
  expect(sentTo('save_quotation'), 'Enter moves and does not save').toEqual([])
  // 24,500 + 10,050 + 500 at 18 % in Maharashtra.
  expect(preview().getByText('CGST').parentElement).toHaveTextContent('₹3,154.50')
  expect(preview().getByText('Total').parentElement).toHaveTextContent('₹41,359.00')
  expect(preview().getByText(/Rupees Only$/)).toHaveTextContent(
    'Forty One Thousand Three Hundred Fifty Nine Rupees Only',
  )
  expect(
    preview()
      .getAllByText(/per gift, all in/)
      .map(({ textContent }) => textContent),
  ).toEqual(['₹289.10 per gift, all in', '₹118.59 per gift, all in', '₹206.80 per gift, all in'])
  await user.click(screen.getByRole('button', { name: 'Save draft' }))
  await screen.findByText('Draft saved')
  expect(sentTo('save_quotation')).toMatchObject([
    {
      quotation: 'q',
      saves: 0,
      valid_until: '2026-12-31',
      content: {
        lines: [{ quantities: [{ price_paise: 24_500 }] }, { quantities: [{ price_paise: 10_050 }] }, {}],
      },
    },
  ])
})

test('the last price and the price break of the quantity are offered, and only a press takes one', async () => {
  const line = lineOf(1)
  const offered = {
    last: { price_paise: 19_900, quantity: 50, number: 'GW2627/0003' },
    breaks: [
      { quantity: 10, price_paise: 25_000 },
      { quantity: 100, price_paise: 22_500 },
      { quantity: 1000, price_paise: 20_000 },
    ],
    cost_paise: 18_000,
    parts: [
      { name: 'Card', gst_rate: null },
      { name: 'Lamp', gst_rate: 1200 },
    ],
    is_brand_reminder: true,
    is_pharmaceutical: false,
  }
  const { user } = showQuotation(
    detailsOf([versionOf(contentOf([line]))], { offered_prices: { [line.id]: offered } }),
  )
  expect(await screen.findByRole('textbox', { name: 'Price of Gift 1' })).toHaveValue('')
  expect(screen.getByRole('button', { name: 'Use ₹199.00, last in GW2627/0003, for Gift 1' })).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Use ₹225.00, from 100, for Gift 1' }))
  expect(field('Price of Gift 1')).toHaveValue('225')
  expect(screen.getByText(/^Margin 20 %/)).toBeVisible()
  const hints = screen.getByRole('region', { name: 'Legal hints' })
  expect(hints, 'of a set').toHaveTextContent(
    /Several goods at one price: as a mixed supply.+Gift 1: Card, rate not known; Lamp 12 %\. The highest is 12 %\..+sections 2\(74\) and 8\(b\), checked on/,
  )
  expect(preview().queryByText(/Margin/i), 'the buyer reads no margin').toBeNull()
})

const costOf = (paise: number) => ({ ...offeredOf(false), cost_paise: paise })

test('a line below its cost or without a price says so at once, and the margin counts priced lines alone', async () => {
  const priced = [{ quantity: 100, price_paise: 25_000 }]
  const unknown = lineOf(4, { name: 'Gift 3', quantities: priced })
  const lines = [lineOf(1, { quantities: priced }), lineOf(2), unknown, freight]
  const { user } = showQuotation(
    detailsOf([versionOf(contentOf(lines))], {
      offered_prices: { [lines[0]!.id]: costOf(20_000), [lines[1]!.id]: costOf(20_000) },
    }),
  )
  const remarkOf = (name: string) => field(`Price of ${name}`).closest('li')?.textContent
  expect(await screen.findByText('Margin 20 %')).toBeVisible()
  expect(remarkOf('Gift 2')).toMatch(/No price yet(?! ·)/)
  expect(remarkOf('Gift 3'), 'without a known cost').not.toMatch(/Margin|No price yet/)
  expect(screen.getByText(/· margin/)).toHaveTextContent('margin ₹5,000.00 on 1 of 3 lines')
  await user.type(field('Price of Gift 2'), '199.99')
  expect(remarkOf('Gift 2')).toMatch(/Below its cost of ₹200.00 · Margin 0 %/)
  expect(screen.getByText(/· margin/)).toHaveTextContent('margin ₹4,999.00 on 2 of 3 lines')
  await user.type(field('Discount'), '21 %')
  expect(remarkOf('Gift 1'), 'after the discount').toMatch(/Below its cost of ₹200.00 · Margin -1 %/)
  expect(preview().queryByText(/cost|price yet/i), 'the buyer reads nothing of it').toBeNull()
})

test('why a price is below cost is asked for, saved, and not in what the buyer reads', async () => {
  const { user, sentTo } = showQuotation(detailsOf([versionOf(contentOf([lineOf(1)]))]), ({ path }) =>
    path.endsWith('/quotation_problems')
      ? [
          {
            line: null,
            field: 'price_reason',
            problem: 'Gift 1 is below its cost: give a reason for the price',
          },
        ]
      : undefined,
  )
  await user.click(await screen.findByRole('button', { name: /^Gift 1 is below its cost/ }))
  expect(field('Reason for the price')).toHaveFocus()
  await user.keyboard('End of line')
  await user.click(screen.getByRole('button', { name: 'Save draft' }))
  await screen.findByText('Draft saved')
  expect(sentTo('save_quotation')).toMatchObject([{ content: { price_reason: 'End of line' } }])
  expect(preview().queryByText('End of line')).toBeNull()
})

test('signs that no font of the PDF has are named before it is sent', async () => {
  showQuotation(detailsOf([versionOf(contentOf([lineOf(1, { name: 'தமிழ் ½″ → ✓ 🎁 你' })]))]))
  expect(await screen.findByRole('note')).toHaveTextContent(
    'The PDF cannot draw 🎁, 你 and shows a box instead.',
  )
})

test.each(['500/-', '₹500', '५००'])('the discount "%s" is in the total while it is typed', async (typed) => {
  const line = lineOf(1, { quantities: [{ quantity: 100, price_paise: 10_000 }] })
  const { user } = showQuotation(detailsOf([versionOf(contentOf([line]))]))
  await user.click(await screen.findByRole('textbox', { name: 'Discount' }))
  await user.paste(typed)
  expect(preview().getByText('Discount').parentElement).toHaveTextContent('₹500.00')
})

test('a discount that cannot be read says so while it is typed', async () => {
  const { user } = showQuotation(detailsOf([versionOf(contentOf([lineOf(1)]))]))
  await user.type(await screen.findByRole('textbox', { name: 'Discount' }), '5OO')
  expect(field('Discount')).toHaveFocus()
  expect(screen.getByText('Enter a discount like 7 % or 2500')).toBeVisible()
})

const asked = {
  id: '00000000-0000-0000-0000-000000000001',
  reference: 'GW-00000001',
  created_at: '2026-11-27T08:00:00Z',
  message: 'For our dealers, in three boxes',
  needed_by: '2027-10-10',
  budget_per_gift: 1000,
  delivery_city: 'Pune',
  wants_branding: true,
  lines: [
    { name: 'Brass lamp', quantity: 250, note: 'Engraved', colours: [{ name: 'Gold', quantity: null }] },
  ],
}

test('the inquiry stands beside the draft, with those merged into it', async () => {
  const merged = {
    ...asked,
    id: 'other',
    reference: 'GW-00000002',
    message: null,
    delivery_city: 'Nashik',
    lines: [{ name: 'Backpack', quantity: null, note: null, colours: null }],
  }
  showQuotation(detailsOf([versionOf(contentOf([lineOf(1)]))], { inquiries: [asked, merged] }))
  const inquiry = within(await screen.findByRole('region', { name: 'Inquiry' }))
  for (const text of [
    'For our dealers, in three boxes',
    'Rs.1,000',
    'Pune',
    '10 Oct 2027',
    'With the buyer’s logo',
    'Nashik',
  ])
    expect(inquiry.getAllByText(text)[0]).toBeVisible()
  expect(inquiry.getByText('250 × Brass lamp in Gold')).toHaveTextContent('Engraved')
  expect(inquiry.getByText('Backpack')).toBeVisible()
  expect(inquiry.getByRole('link', { name: 'GW-00000001' })).toHaveAttribute(
    'href',
    `/admin/leads/${asked.id}`,
  )
  expect(inquiry.queryByText('What to change')).toBeNull()
})

test('a revision begins with what the buyer wants changed since it was sent', async () => {
  const event = (number: number, kind: string, value = {}) => ({
    number,
    kind,
    value,
    actor_id: null,
    actor_name: 'Person 1',
    created_at: '2026-11-28T08:00:00Z',
  })
  const sent = versionOf(contentOf([lineOf(1)]), { sent_at: '2026-11-27T08:00:00Z' })
  showQuotation(
    detailsOf([versionOf(contentOf([lineOf(1)]), { revision: 2 }), sent], {
      inquiries: [asked],
      events: [
        event(1, 'change_asked', { text: 'An older wish' }),
        event(2, 'sent'),
        event(3, 'change_asked', { text: 'Please make it 300' }),
      ],
      quotation: { number: 'GW2627/0001', state: 'change_asked' },
    }),
  )
  const inquiry = await screen.findByRole('region', { name: 'Inquiry' })
  expect(inquiry).toHaveTextContent(/^What to changePerson 1, .+Please make it 300Inquiry/)
  expect(inquiry).not.toHaveTextContent('An older wish')
})

test('a revision shows what it changes, as its buyer will read it', async () => {
  const content = contentOf([lineOf(1, { quantities: [{ quantity: 100, price_paise: 10_000 }] })])
  const { frozen } = cachedOf(1).versions[0] ?? {}
  const sent = versionOf(content, { sent_at: '2026-11-27T08:00:00Z', frozen: frozen ?? null })
  const { user } = showQuotation(
    detailsOf([versionOf(content, { revision: 2 }), sent], {
      quotation: { number: 'GW2627/0001', state: 'sent' },
    }),
  )
  const changes = await screen.findByRole('region', { name: 'What changed' })
  expect(changes).not.toHaveTextContent('Quantity')
  await user.clear(field('Quantity of Gift 1'))
  await user.type(field('Quantity of Gift 1'), '250')
  await waitFor(() => expect(changes).toHaveTextContent('Gift 1: Quantity: 250 (was 100)'))
})

test('what the buyer has given stands beside the draft, and a press takes it', async () => {
  const given = {
    details: {
      gstin: '29AAPFU0939F1ZR',
      billing_address: '1 Ring Road',
      delivery_places: [{ address: '2 Market Street', pin_code: '560001', quantity: 60 }],
      given_at: '2026-11-28T08:00:00Z',
    },
    purchase_orders: [{ id: 'file', name: 'PO 17.pdf', size: 21_000, given_at: '2026-11-28T08:00:00Z' }],
  }
  const { user, sentTo } = showQuotation(
    detailsOf([versionOf(contentOf([lineOf(1)]))], { given }),
    ({ path }) =>
      path === '/rest/v1/rpc/purchase_order_file'
        ? { name: 'PO 17.pdf', type: 'application/pdf', content: btoa('%PDF-1.7') }
        : undefined,
  )
  const panel = within(await screen.findByRole('region', { name: 'From the buyer' }))
  expect(panel.getByText('60 to 2 Market Street, 560001')).toBeVisible()
  expect(panel.getByRole('note')).toHaveTextContent(
    'This GSTIN is of Karnataka, and the place of supply is Maharashtra. Sent quotations keep their taxes.',
  )
  await user.click(panel.getByRole('button', { name: 'Use in this draft' }))
  expect(field("Buyer's GSTIN")).toHaveValue('29AAPFU0939F1ZR')
  expect(field('Billing address')).toHaveValue('1 Ring Road')
  expect(field('Delivery address')).toHaveValue('60 to 2 Market Street, 560001')
  await waitFor(() => expect(panel.queryByRole('note')).toBeNull())
  await user.click(panel.getByRole('button', { name: 'Download PO 17.pdf' }))
  await waitFor(() => expect(sentTo('purchase_order_file')).toEqual([{ id: 'file' }]))
})

test('a line is added, moved and removed, and the removal is undone', async () => {
  const { user } = showQuotation(
    detailsOf([versionOf(contentOf([lineOf(1), lineOf(2)]))]),
    ({ path, query }) => {
      if (path === '/rest/v1/rpc/find_products') return [{ id: 'p', name: 'Brass lamp' }]
      if (path === '/rest/v1/products' && query.get('id') === 'eq.p')
        return {
          id: 'p',
          name: 'Brass lamp',
          code: 'GW-9',
          image_url: null,
          min_quantity: 50,
          product_terms: { hsn: '9405', gst_rate: 12, gst_rate_from: '2025-09-22', cost_paise: null },
          product_price_breaks: [],
          is_brand_reminder: false,
          product_parts: [],
          product_industry_tags: [],
        }
      return undefined
    },
  )
  const names = () =>
    screen
      .getAllByRole('textbox', { name: /^Price of/ })
      .map((input) => input.closest('li')?.querySelector('p')?.textContent)
  await user.click(await screen.findByRole('button', { name: 'Add line' }))
  await user.keyboard('lamp')
  await user.click(await screen.findByRole('button', { name: 'Brass lamp' }))
  await waitFor(() => expect(field('Price of Brass lamp')).toHaveFocus())
  expect(field('Quantity of Brass lamp')).toHaveValue('50')
  expect(field('HSN of Brass lamp')).toHaveValue('9405')
  expect(field('GST rate of Brass lamp')).toHaveValue('12')
  await user.click(screen.getByRole('button', { name: 'Move Brass lamp up' }))
  expect(names()).toEqual(['Gift 1', 'Brass lamp', 'Gift 2'])
  expect(screen.getByRole('button', { name: 'Move Brass lamp up' })).toHaveFocus()
  await user.click(screen.getByRole('button', { name: 'Remove Brass lamp' }))
  expect(names()).toEqual(['Gift 1', 'Gift 2'])
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  expect(names()).toEqual(['Gift 1', 'Brass lamp', 'Gift 2'])
  await user.click(screen.getByRole('button', { name: 'Add charge' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Freight' }))
  expect(names()).toEqual(['Gift 1', 'Brass lamp', 'Gift 2', 'Freight'])
})

test('a GSTIN fills and locks the state, and the place of supply says its rule; another one needs a reason', async () => {
  const { user } = showQuotation(detailsOf([versionOf(contentOf([lineOf(1)]))]))
  const place = await screen.findByRole('combobox', { name: 'Place of supply' })
  expect(place).toHaveDisplayValue('Maharashtra, by the rule: where the goods are delivered')
  await user.click(field("Buyer's GSTIN"))
  await user.paste('29aapfu0939f1zw')
  expect(screen.getByText(/not the check digit/)).toBeVisible()
  await user.clear(field("Buyer's GSTIN"))
  await user.paste('29aapfu0939f1zr')
  const state = screen.getByRole('combobox', { name: 'State of the billing address' })
  expect(state).toHaveValue('29')
  expect(state).toBeDisabled()
  expect(place).toHaveDisplayValue('Karnataka, by the rule: the state of the buyer’s GSTIN')
  expect(preview().getByText('IGST')).toBeVisible()
  await user.selectOptions(place, 'Maharashtra')
  expect(preview().getByText('IGST'), 'without a reason the rule holds').toBeVisible()
  await user.click(field('Reason for the place of supply'))
  await user.paste('Collected here')
  await waitFor(() => expect(preview().getByText('CGST')).toBeVisible())
})

const buyerWith = (fields: Partial<QuotationBuyer>) => {
  const content = contentOf([lineOf(1, { quantities: [{ quantity: 100, price_paise: 10_000 }] })])
  return { ...content, buyer: { ...content.buyer, delivery_state: null, ...fields } }
}

test('a place of supply that is not known is not guessed: the city suggests its state, and a press takes it', async () => {
  const { user } = showQuotation(detailsOf([versionOf(buyerWith({ delivery_city: 'Bangalore' }))]))
  const place = await screen.findByRole('combobox', { name: 'Place of supply' })
  expect(place).toHaveDisplayValue('Not known')
  expect(place).toHaveAccessibleDescription(/^Not known: enter the state or PIN code/)
  expect(preview().queryByText('CGST')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Use Karnataka, for Bangalore' }))
  expect(place).toHaveDisplayValue('Karnataka, by the rule: where the goods are delivered')
  await waitFor(() => expect(preview().getByText('IGST')).toBeVisible())
})

test('of several delivery places one is chosen, and a PIN code decides by itself', async () => {
  const { user } = showQuotation(
    detailsOf([versionOf(buyerWith({ delivery_city: 'Navi Mumbai, New Delhi and Pune' }))]),
  )
  const place = await screen.findByRole('combobox', { name: 'Place of supply' })
  expect(place).toHaveAccessibleDescription('Several places: choose the one that decides.')
  const suggested = screen.getAllByRole('button', { name: /^Use / }).map((button) => button.textContent)
  expect(suggested).toEqual(['Navi Mumbai: Maharashtra', 'New Delhi: Delhi'])
  await user.type(screen.getByRole('textbox', { name: 'Delivery address' }), 'Gate 2, Chennai 600 001')
  expect(place).toHaveDisplayValue('Tamil Nadu, by the rule: where the goods are delivered')
})

test('an export is under a LUT that is valid, or with payment of IGST', async () => {
  const details = detailsOf([
    versionOf(buyerWith({ delivery_city: null, billing_address: '1 Baker Street, London' })),
  ])
  const { user, sentTo } = showQuotation(details)
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Place of supply' }), 'Other country')
  expect(screen.getByRole('radio', { name: 'With payment of IGST' })).toBeChecked()
  expect(screen.queryByRole('radio', { name: 'Under LUT, without payment of IGST' })).toBeNull()
  expect(screen.getByRole('link', { name: 'Enter it' })).toHaveAttribute(
    'href',
    '/admin/settings/seller#lut_number',
  )
  expect(screen.queryByRole('textbox', { name: 'Reason for the place of supply' })).toBeNull()
  await waitFor(() => expect(preview().getByText('IGST')).toBeVisible())
  await user.click(screen.getByRole('button', { name: 'Save draft' }))
  await waitFor(() => expect(sentTo('save_quotation')).toHaveLength(1))
  expect(Object(sentTo('save_quotation')[0]).content.buyer).toMatchObject({ place: '96', zero_rating: null })
})

test('a special economic zone is under the seller’s LUT until “With payment of IGST” is chosen', async () => {
  const details = detailsOf([versionOf(buyerWith({ delivery_state: '27', is_sez: true }))])
  const lut = { lut_number: 'AD290426', lut_valid_until: '2999-03-31' }
  const { user } = showQuotation(details, ({ path }) =>
    path === '/rest/v1/seller_profile'
      ? [
          {
            id: 'seller',
            legal_name: 'Meridian',
            gstin: '27AAPFU0939F1ZV',
            state: '27',
            rounds_off: true,
            ...lut,
          },
        ]
      : undefined,
  )
  expect(await screen.findByRole('radio', { name: 'Under LUT, without payment of IGST' })).toBeChecked()
  expect(preview().getByText('IGST').nextSibling).toHaveTextContent('₹0.00')
  await user.click(screen.getByRole('radio', { name: 'With payment of IGST' }))
  await waitFor(() => expect(preview().getByText('IGST').nextSibling).not.toHaveTextContent('₹0.00'))
})

test('a registration of any kind is named, and one of an unknown form stands as the buyer states it', async () => {
  const { user, sentTo } = showQuotation(detailsOf([versionOf(buyerWith({ delivery_state: '27' }))]))
  const gstin = await screen.findByRole('textbox', { name: "Buyer's GSTIN" })
  await user.click(gstin)
  await user.paste('0717uno00157uno')
  expect(gstin).toHaveAccessibleDescription(
    'UIN of a United Nations body, an embassy or another notified person',
  )
  await user.clear(gstin)
  await user.paste('27-OLD-0001')
  await user.click(screen.getByRole('checkbox', { name: 'Use it as the buyer states it' }))
  expect(gstin).toHaveAccessibleDescription('As the buyer states it')
  await user.click(screen.getByRole('button', { name: 'Save draft' }))
  await waitFor(() => expect(sentTo('save_quotation')).toHaveLength(1))
  expect(Object(sentTo('save_quotation')[0]).content.buyer).toMatchObject({
    gstin: '27-OLD-0001',
    gstin_as_stated: true,
  })
})

test('a discount in rupees beside a choice says why not, and is offered in per cent or as a price at each quantity', async () => {
  const quantities = [
    { quantity: 1000, price_paise: 10_000 },
    { quantity: 100, price_paise: 12_000 },
  ]
  const content = { ...contentOf([lineOf(1, { quantities })]), discount: { paise: 2_000_000 } }
  const { user } = showQuotation(detailsOf([versionOf(content)]))
  const discount = await screen.findByRole('textbox', { name: 'Discount' })
  expect(discount).toHaveAccessibleDescription(/A discount in rupees is for a quotation without choices/)
  await user.click(screen.getByRole('button', { name: 'Lower the price at each quantity' }))
  expect(discount).toHaveValue('')
  expect(field('Price of Gift 1')).toHaveValue('80')
  expect(field('Price 2 of Gift 1')).toHaveValue('96')
  await user.type(discount, '8000')
  await user.click(screen.getByRole('button', { name: 'Use 10 %' }))
  expect(discount).toHaveValue('10 %')
  expect(discount).toBeValid()
})

test('what blocks sending is listed, and leads to its field', async () => {
  const line = lineOf(1, { gst_rate: null, quantities: [{ quantity: 100, price_paise: 100 }] })
  const { user } = showQuotation(detailsOf([versionOf(contentOf([line]))]), ({ path }) =>
    path.endsWith('/quotation_problems')
      ? [{ line: line.id, field: 'gst_rate', problem: 'The GST rate of Gift 1 is not known' }]
      : undefined,
  )
  await user.click(await screen.findByRole('button', { name: 'The GST rate of Gift 1 is not known' }))
  expect(field('GST rate of Gift 1')).toHaveFocus()
})

test('what cannot be read is not saved: its field shows why, and has the focus', async () => {
  const { user, sentTo } = showQuotation(detailsOf([versionOf(contentOf([lineOf(1)]))]))
  await user.type(await screen.findByRole('textbox', { name: 'Discount' }), 'much')
  await user.click(screen.getByRole('button', { name: 'Save draft' }))
  expect(await screen.findByText('Enter a discount like 7 % or 2500')).toBeVisible()
  expect(field('Discount')).toHaveFocus()
  expect(sentTo('save_quotation')).toEqual([])
})

test('a draft that another window has saved since keeps what was typed, and asks', async () => {
  const details = { ...detailsOf([versionOf(contentOf([lineOf(1)]))]) }
  const { user, sentTo } = showQuotation(details, ({ path, body }) => {
    if (!path.endsWith('/save_quotation')) return undefined
    return Object(body).saves === 3 ? Response.json(4) : apiError('PT409', 'This quotation has changed', 409)
  })
  await user.type(await screen.findByRole('textbox', { name: 'Price of Gift 1' }), '99')
  await user.click(screen.getByRole('button', { name: 'Save draft' }))
  expect(await screen.findByRole('alert')).toHaveTextContent('Your changes are not lost')
  expect(field('Price of Gift 1')).toHaveValue('99')
  details.versions = [versionOf(contentOf([lineOf(1)]), { saves: 3 })]
  await user.click(screen.getByRole('button', { name: 'Save my version' }))
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
  expect(sentTo('save_quotation').map((body) => Object(body).saves)).toEqual([0, 3])
})

test('the version of the other window can be taken instead, and is then what is saved', async () => {
  const details = { ...detailsOf([versionOf(contentOf([lineOf(1)]))]) }
  const { user, sentTo } = showQuotation(details, ({ path, body }) => {
    if (!path.endsWith('/save_quotation')) return undefined
    return Object(body).saves === 3 ? Response.json(4) : apiError('PT409', 'This quotation has changed', 409)
  })
  await user.type(await screen.findByRole('textbox', { name: 'Price of Gift 1' }), '99')
  await user.click(screen.getByRole('button', { name: 'Save draft' }))
  const notice = await screen.findByRole('alert')
  expect(notice).toHaveTextContent('Another window has changed the draft since you opened it.')
  expect(notice).toHaveFocus()
  details.versions = [versionOf(contentOf([lineOf(1)]), { saves: 3 })]
  await user.click(screen.getByRole('button', { name: 'Use their version' }))
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
  expect(field('Price of Gift 1')).not.toHaveValue('99')
  await user.click(screen.getByRole('button', { name: 'Save draft' }))
  await screen.findByText('Draft saved')
  expect(sentTo('save_quotation').map((body) => Object(body).saves)).toEqual([0, 3])
})

test('leaving asks before it discards what is typed', async () => {
  const { user, platform } = showQuotation(detailsOf([versionOf(contentOf([lineOf(1)]))]))
  await user.type(await screen.findByRole('textbox', { name: 'Price of Gift 1' }), '99')
  const confirm = vi.spyOn(platform, 'confirm').mockResolvedValue(false)
  await user.click(screen.getByRole('link', { name: 'Lead GW-00000001' }))
  expect(confirm).toHaveBeenCalledOnce()
  expect(field('Price of Gift 1')).toHaveValue('99')
})

test('a draft is discarded after a question, and what was never sent leads back to its lead', async () => {
  const { user, platform, sentTo } = showQuotation(detailsOf([versionOf(contentOf([lineOf(1)]))]))
  const confirm = vi.spyOn(platform, 'confirm').mockResolvedValueOnce(false).mockResolvedValueOnce(true)
  await user.type(await screen.findByRole('textbox', { name: 'Price of Gift 1' }), '99')
  await user.click(screen.getByRole('button', { name: 'Discard draft' }))
  expect(sentTo('discard_quotation_draft')).toEqual([])
  await user.click(screen.getByRole('button', { name: 'Discard draft' }))
  expect(await screen.findByRole('heading', { name: 'Elsewhere' })).toBeVisible()
  expect(sentTo('discard_quotation_draft')).toEqual([{ quotation: 'q' }])
  expect(confirm).toHaveBeenCalledTimes(2)
})

const offeredOf = (isBrandReminder: boolean) => ({
  last: null,
  breaks: [],
  cost_paise: null,
  parts: [],
  is_brand_reminder: isBrandReminder,
  is_pharmaceutical: true,
})

test('the MRP of products is printed where the seller chooses it', async () => {
  const [lamp, pen] = [lineOf(1, { product_id: 'lamp' }), lineOf(2, { product_id: 'pen' })]
  const { user, sentTo } = showQuotation(
    detailsOf([versionOf(contentOf([lamp, pen, freight]))], {
      offered_prices: { [lamp.id]: { ...offeredOf(false), mrp_paise: 79_900 }, [pen.id]: offeredOf(false) },
    }),
  )
  const choice = await screen.findByRole('checkbox', { name: 'Print the MRP' })
  expect(choice).toHaveAccessibleDescription(/known for 1 of 2 products\.$/)
  expect(preview().queryByText(/MRP/)).toBeNull()
  await user.click(choice)
  await waitFor(() => expect(preview().getAllByText(/MRP ₹799\.00 \(incl\. of all taxes\)/)).toHaveLength(1))
  await user.click(screen.getByRole('button', { name: 'Save draft' }))
  await screen.findByText('Draft saved')
  expect(sentTo('save_quotation')).toMatchObject([{ content: { prints_mrp: true } }])
})

test('for a pharmaceutical company each line above Rs.1000 or without the mark has a hint, until it is none', async () => {
  const price = (paise: number) => [{ quantity: 100, price_paise: paise }]
  const lines = [
    lineOf(1, { quantities: price(100_000) }),
    lineOf(2, { quantities: price(100_001) }),
    lineOf(3, { quantities: price(5000) }),
    lineOf(4, { quantities: price(200_000), is_charge: true, name: 'Freight' }),
  ]
  const [diary, model, mug] = lines
  const { user, sentTo } = showQuotation(
    detailsOf([versionOf(contentOf(lines))], {
      offered_prices: {
        [diary!.id]: offeredOf(true),
        [model!.id]: offeredOf(true),
        [mug!.id]: offeredOf(false),
      },
    }),
  )
  await screen.findByRole('textbox', { name: 'Price of Gift 1' })
  const hintOf = (name: string) =>
    field(`Price of ${name}`).closest('li')?.querySelector('[data-hint="pharma"]')?.textContent
  expect(hintOf('Gift 1')).toBeUndefined()
  expect(hintOf('Gift 2')).toBe('For a doctor: above Rs.1000 each. UCPMP 2024, “Brand reminders”.')
  expect(hintOf('Gift 3')).toMatch(/^For a doctor: not marked as a brand reminder\./)
  expect(hintOf('Freight')).toBeUndefined()
  const hints = screen.getByRole('region', { name: 'Legal hints' })
  expect(hints).toHaveTextContent(/Gift 2: above Rs\.1000 each.*Gift 3: not marked.*not legal or tax advice/)
  expect(screen.queryByRole('region', { name: 'Before you can send it' }), 'it blocks nothing').toBeNull()
  const company = screen.getByRole('checkbox', { name: 'Pharmaceutical company' })
  expect(company).toBeChecked()
  await user.click(company)
  expect(hintOf('Gift 2')).toBeUndefined()
  expect(hints).not.toHaveTextContent('UCPMP')
  await user.click(screen.getByRole('button', { name: 'Save draft' }))
  await screen.findByText('Draft saved')
  expect(sentTo('save_quotation')).toMatchObject([{ content: { buyer: { is_pharmaceutical: false } } }])
})

test('only administrators are sent to Site Settings for a text on the credit', async () => {
  showQuotation(detailsOf([versionOf(contentOf([lineOf(1)]))]), undefined, 'sales')
  const hints = within(await screen.findByRole('region', { name: 'Legal hints' }))
  expect(hints.getByText(/Credit for the tax/)).toBeVisible()
  expect(hints.queryByRole('link', { name: 'Write your own text in Site Settings' })).toBeNull()
})

test('goods of one group with different rates show the tax itemised and as one mixed supply', async () => {
  const lines = [
    lineOf(1, { group: 'Hamper', gst_rate: 500, quantities: [{ quantity: 1, price_paise: 90_000 }] }),
    lineOf(2, { group: 'Hamper', gst_rate: 4000, quantities: [{ quantity: 1, price_paise: 10_000 }] }),
    lineOf(3, { group: 'Desk', gst_rate: 1800 }),
    lineOf(4, { group: 'Desk', gst_rate: 1800 }),
  ]
  showQuotation(detailsOf([versionOf(contentOf(lines))]))
  const hints = await screen.findByRole('region', { name: 'Legal hints' })
  expect(hints).toHaveTextContent(
    'Hamper: Gift 1 5 %; Gift 2 40 %. The highest is 40 %. Itemised, GST is ₹85.00; as one mixed supply ₹400.00.',
  )
  expect(hints).not.toHaveTextContent('Desk')
  expect(hints).toHaveTextContent(/Credit for the tax.+Write your own text.+section 17\(5\)\(h\)/)
})
