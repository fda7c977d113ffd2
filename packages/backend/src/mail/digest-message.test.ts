import { expect, test } from 'vitest'

import { type DigestMail, digestMessage } from './digest-message.ts'

const origins = { site: 'https://gifts.example', images: null }
const own = '44444444-4444-4444-8444-444444444444'
const lead = {
  id: '0abcdef1-0000-4000-8000-000000000001',
  number: 'GW-0ABCDEF1',
  company: 'Nova',
  name: 'Asha',
  day: '2026-11-20',
}
const mail: DigestMail = {
  id: '11111111-1111-4111-8111-111111111111',
  to: 'sana@gifts.example',
  attempt: 1,
  // The morning after in India.
  created_at: '2026-11-29T19:00:00+00:00',
  reference: '',
  site: null,
  kind: 'digest',
  digest: [
    {
      owner: own,
      name: null,
      away_until: null,
      lists: [
        { part: 'overdue_leads', number: 1, rows: [lead] },
        {
          part: 'expiring_quotations',
          number: 1200,
          rows: [{ ...lead, id: 'q1', number: 'GW2627/0001', name: null, day: '2026-12-01' }],
        },
        { part: 'late_orders', number: 1, rows: [{ ...lead, id: 'o1', number: 'GW-O2627/0001' }] },
      ],
    },
    {
      owner: '55555555-5555-4555-8555-555555555555',
      name: 'Ravi Example',
      away_until: '2026-12-05',
      lists: [{ part: 'unanswered_leads', number: 2, rows: [lead, lead] }],
    },
    {
      owner: null,
      name: null,
      away_until: null,
      lists: [{ part: 'unanswered_leads', number: 1, rows: [lead] }],
    },
  ],
}

test('a digest has every list with its number, its first rows and their links', () => {
  const { subject, text } = digestMessage(mail, origins)
  expect(subject).toBe('Waiting for you at Giftwell, 30 Nov 2026')
  expect(text).toContain(`1 lead overdue:
https://gifts.example/admin/leads?due=overdue&assigned=${own}
- GW-0ABCDEF1, Nova, Asha, Follow up by 20 Nov 2026
  https://gifts.example/admin/leads/${lead.id}`)
  expect(text).toContain(`1,200 quotations expire within 7 days:
https://gifts.example/admin/quotations?expiring=yes&owner=${own}
- GW2627/0001, Nova, Valid until 1 Dec 2026
  https://gifts.example/admin/quotations/q1
- and 1,199 more
  https://gifts.example/admin/quotations?expiring=yes&owner=${own}`)
  expect(text).toContain(`1 order is late:
https://gifts.example/admin/orders?due=late&owner=${own}
- GW-O2627/0001, Nova, Asha, Needed by 20 Nov 2026
  https://gifts.example/admin/orders/o1`)
})

test('it tells apart the work of an absent colleague and what has no owner', () => {
  const { text } = digestMessage(mail, origins)
  expect(text).toMatch(/FOR RAVI EXAMPLE, AWAY UNTIL 5 DEC 2026\s+2 unanswered leads:/)
  expect(text).toMatch(
    /WITHOUT AN OWNER\s+1 unanswered lead:\nhttps:\S+\/leads\?unanswered=yes&assigned=none/,
  )
})

test('the account where it is switched off is a link in both parts', () => {
  const { text, html } = digestMessage(mail, origins)
  expect(text).toContain('https://gifts.example/admin/account#digest')
  expect(html).toContain('href="https://gifts.example/admin/account#digest"')
})

test('one that is sent again when all is done says so', () => {
  const { text } = digestMessage({ ...mail, digest: [] }, origins)
  expect(text).toContain('Everything that was open is done.')
})

test('what buyers have typed is no HTML and no link', () => {
  const digest = mail.digest.slice(0, 1).map((part) => ({
    ...part,
    lists: [{ part: 'due_leads' as const, number: 1, rows: [{ ...lead, company: '<b>www.evil.example' }] }],
  }))
  const { html } = digestMessage({ ...mail, digest }, origins)
  expect(html).toContain('&#60;b&#62;www. evil. example')
})
