import { brand } from '@giftwell/shared/kernel/brand.ts'
import { theme } from '@giftwell/shared/ui/theme.ts'
import { SiteContext } from '@giftwell/shared/ui/use-site.ts'
import { MantineProvider } from '@mantine/core'
import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'

import { WhatsappButton, whatsappText } from './share-basket.tsx'

const line = (name: string, quantity: number | null = null, note = '') => ({ id: name, name, quantity, note })
const plain = {
  lines: [line('Mug')],
  neededBy: '',
  budgetPerGift: null,
  deliveryCity: '',
  wantsBranding: false,
}

test('the message lists the products with all that was entered', () => {
  const text = whatsappText('Meridian', {
    lines: [line('Copper bottle', 4000, 'in blue'), line('Mug')],
    neededBy: '2027-03-01',
    budgetPerGift: 800,
    deliveryCity: 'Pune',
    wantsBranding: true,
  })
  expect(text.split('\n')).toEqual([
    'Hello Meridian, I would like a quote for:',
    '1. Copper bottle: 4,000 (in blue)',
    '2. Mug',
    'Needed by 1 March 2027',
    'Budget per gift: Rs.800',
    'Delivery city: Pune',
    'With our logo on the gifts',
  ])
})

test('an address has an end: of a long basket the message lists the first', () => {
  const text = whatsappText(brand.name, { ...plain, lines: Array.from({ length: 60 }, () => line('Mug')) })
  expect(text).toMatch(/40\. Mug\nand 20 more$/)
})

test('without a number there is no button, and with one it is a plain link', () => {
  const view = (number?: string) => (
    <MantineProvider theme={theme} env="test">
      <SiteContext value={number === undefined ? {} : { whatsapp_number: number }}>
        <WhatsappButton inquiry={plain} />
      </SiteContext>
    </MantineProvider>
  )
  const { rerender } = render(view())
  expect(screen.queryByText('Send on WhatsApp')).toBeNull()
  rerender(view('+919876543210'))
  const link = screen.getByRole('link', { name: 'Send on WhatsApp' })
  expect(link).toHaveAttribute(
    'href',
    expect.stringMatching(/^https:\/\/wa\.me\/919876543210\?text=Hello%20Giftwell/),
  )
})
