import { SiteContext } from '@giftwell/shared/ui/use-site.ts'
import { render, screen } from '@testing-library/react'
import { At } from '../page/router.tsx'
import type { ReactNode } from 'react'
import { expect, test } from 'vitest'

import { ContactLines } from './site-footer.tsx'

const Home = ({ children }: { readonly children: ReactNode }) => <At location="/">{children}</At>

test('an e-mail address, a telephone number and a WhatsApp number are links', () => {
  render(
    <SiteContext
      value={{
        contact_email: 'sales@gifts.example',
        contact_phone: '+91 22 2345 6789',
        second_phone: '+91 98765 00000',
        second_phone_label: 'Orders',
        whatsapp_number: '+919876543210',
      }}
    >
      <ContactLines />
    </SiteContext>,
    { wrapper: Home },
  )
  expect(screen.getByRole('link', { name: 'sales@gifts.example' })).toHaveAttribute(
    'href',
    'mailto:sales@gifts.example',
  )
  expect(screen.getByRole('link', { name: '+91 22 2345 6789' })).toHaveAttribute('href', 'tel:+912223456789')
  expect(screen.getByRole('link', { name: '+91 98765 00000 (Orders)' })).toHaveAttribute(
    'href',
    'tel:+919876500000',
  )
  expect(screen.getByRole('link', { name: 'WhatsApp +919876543210' })).toHaveAttribute(
    'href',
    'https://wa.me/919876543210',
  )
})

test('what is not set is not shown, and the quote form always is', () => {
  render(<ContactLines />, { wrapper: Home })
  expect(screen.getAllByRole('link').map((link) => link.textContent)).toEqual(['Request a Quote'])
})
