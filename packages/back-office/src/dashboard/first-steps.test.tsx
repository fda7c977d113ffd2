import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'

import { apiError, fakeApi } from '@giftwell/shared/testing/fake-api.ts'
import { renderAdmin } from '@giftwell/shared/testing/render-admin.tsx'
import { FirstSteps } from './first-steps.tsx'

const nothingDone = {
  name: false,
  logo: false,
  account: false,
  contact: false,
  notices: false,
  seller: false,
  seller_state: false,
  products: false,
  mail: false,
  demo: false,
  backup: false,
  samples: false,
}

/** The steps of a site, with a variable response. */
function openSteps(
  facts: Readonly<Record<string, boolean>> | null,
  test: () => Response | string = () => 'a@b.in',
) {
  const site = { facts }
  const { requests } = fakeApi(({ path }) => {
    if (path === '/rest/v1/rpc/first_steps') return Response.json(site.facts)
    if (path === '/rest/v1/rpc/dismiss_first_steps') {
      site.facts = null
      return new Response(null, { status: 204 })
    }
    if (path !== '/rest/v1/rpc/send_test_mail') return undefined
    const answer = test()
    if (typeof answer !== 'string') return answer
    site.facts = { ...site.facts, mail: true }
    return Response.json(answer)
  })
  return { ...renderAdmin(<FirstSteps />), requests }
}
const region = () => screen.findByRole('region', { name: 'First steps' })

test('each step that is open leads to its first field that is missing', async () => {
  const { requests } = openSteps({ ...nothingDone, name: true, seller: true })
  const links = within(await region()).getAllByRole('link')
  expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Your name and logo', '/admin/settings/brand#logo_url'],
    ['Your e-mail as administrator', '/admin/people'],
    ['Contact and notices', '/admin/settings/contact#contact_email'],
    ['Seller’s details for quotations', '/admin/settings/seller#gstin'],
    ['First products', '/admin/products/import'],
    ['Demo removed', '#demo'],
    ['Samples', '/admin/settings/samples#offers_samples'],
  ])
  expect(requests.filter(({ path }) => path.startsWith('/rest/')).map(({ path }) => path)).toEqual([
    '/rest/v1/rpc/first_steps',
  ])
})

test('a step is ticked when all of it is done, and one that does not apply is not listed', async () => {
  const { backup: _, demo: __, samples: ___, ...facts } = nothingDone
  openSteps({ ...facts, name: true, logo: true, contact: true })
  const list = within(await region())
  expect(list.getByText('1 of 6 done')).toBeVisible()
  const [first] = list.getAllByRole('listitem')
  expect(first).toHaveTextContent('Your name and logo')
  expect(within(first!).getByRole('img', { name: 'Done' })).toBeVisible()
  expect(list.getByRole('link', { name: 'Contact and notices' })).toHaveAttribute(
    'href',
    '/admin/settings/e-mails#notice_emails',
  )
  expect(list.queryByText('Backups')).toBeNull()
})

test('the list goes when all is done, and when it is dismissed', async () => {
  const done = Object.fromEntries(Object.keys(nothingDone).map((name) => [name, true]))
  const whole = openSteps(done)
  await waitFor(() => expect(whole.requests.some(({ path }) => path.endsWith('/first_steps'))).toBe(true))
  expect(screen.queryByRole('region', { name: 'First steps' })).toBeNull()
  whole.unmount()

  const { user } = openSteps(nothingDone)
  await user.click(within(await region()).getByRole('button', { name: 'Dismiss' }))
  await waitFor(() => expect(screen.queryByRole('region', { name: 'First steps' })).toBeNull())
})

test('the delivery of e-mails is tested with one press, and a server without mail says so', async () => {
  const refusal = 'No mail server is set yet: set SMTP_URL'
  let isSet = false
  const { user } = openSteps(nothingDone, () => (isSet ? 'a@b.in' : apiError('22023', refusal, 400)))
  const press = async () => user.click(await screen.findByRole('button', { name: 'Send a test e-mail' }))
  await press()
  expect(await screen.findByText(refusal)).toBeVisible()
  isSet = true
  await press()
  expect(await screen.findByText('It goes to a@b.in within a minute.')).toBeVisible()
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Send a test e-mail' })).toBeNull())
})
