import { expect, it } from 'vitest'

import { sampleMessage, type SampleMail } from './sample-message.ts'

const mail: SampleMail = {
  id: '11111111-1111-4111-8111-111111111111',
  to: 'asha@nova.example',
  attempt: 1,
  created_at: '2026-11-23T10:00:00+00:00',
  reference: 'GW-0ABCDEF1',
  site: null,
  kind: 'sample',
  lead: { name: 'Asha Rao' },
  token: 'abc',
  event: {
    value: 'Sent: Mug in Red, by DTDC, D1, https://track.example/D1',
    samples: [{ name: 'Mug in Red', text: 'by DTDC, D1', url: 'https://track.example/D1' }],
  },
}
const origins = { site: 'https://gifts.example', images: null }

it('a parcel is announced with its tracking link and the page where the buyer judges it', () => {
  const { subject, text } = sampleMessage(mail, origins)
  expect(subject).toBe('Your sample is on its way: GW-0ABCDEF1')
  expect(text).toContain('Mug in Red, by DTDC, D1')
  expect(text).toContain('https://track.example/D1')
  expect(text).toContain('https://gifts.example/inquiry/abc')
})

it('a refusal has its reason as the staff wrote it, and of the name that the buyer sent no link', () => {
  const name = 'Mug, see https://evil.example/x'
  const reason = 'Sold out.\nSee https://gifts.example/mug'
  const event = { value: `Refused: ${name}, ${reason}`, samples: [{ name, text: reason, url: null }] }
  const { subject, text, html } = sampleMessage({ ...mail, event, token: null }, origins)
  expect(subject).toBe('Your sample cannot be sent: GW-0ABCDEF1')
  expect(text).toContain('Mug, see https: //evil. example/x, Sold out.\nSee https://gifts.example/mug\n')
  expect(html).toContain('href="https://gifts.example/mug"')
  expect(html).not.toMatch(/href="https:\/\/evil|\/inquiry\//)
})
