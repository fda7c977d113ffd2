import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'

import { minFillTimeMs } from '@giftwell/shared/ui/use-form-guard.tsx'
import { fakeBackend, serverFault, tooManyInquiries } from '../testing/fake-backend.ts'
import { renderSite } from '../testing/render-site.tsx'

const section = (name: string) => screen.findByRole('region', { name })
const featured = (index: number) => ({
  id: `featured-${index}`,
  name: `Featured ${index}`,
  image_url: null,
  categories: { name: 'Drinkware' },
  product_industry_tags: ['Banking', 'Insurance', 'Retail'].map((name) => ({ industry_tags: { name } })),
})
const stat = (title: string, value: string) => ({
  id: title,
  title,
  value,
  description: null,
  order_index: 1,
})

test('the sections are in the order of product.md', async () => {
  fakeBackend({ featured: () => [featured(1)], stats: () => [stat('Products', '3000+')] })
  renderSite({ path: '/' })
  await section('Featured Products')
  await section('Our Impact in Numbers')
  const main = screen.getByRole('main')
  expect(
    within(main)
      .getAllByRole('region')
      .map((part) => within(part).getAllByRole('heading')[0]?.textContent),
  ).toEqual([
    'Experience the Art of Corporate Gifting',
    'Trusted by Leading Companies',
    'Our Impact in Numbers',
    'Featured Products',
    'Choose Your Industry',
    'Get Custom Solutions',
  ])
})

describe('the links to the catalogue', () => {
  test.each([
    ['Browse Pharma Gifts', '/catalogue?industry=Pharmaceutical'],
    ['Browse All Industries', '/catalogue'],
    ['Pharma Gifting', '/catalogue?industry=Pharmaceutical'],
    ['All Industries', '/catalogue'],
    ['Explore All Products', '/catalogue'],
    ['View in Catalogue', '/catalogue'],
  ])('%s leads to %s', async (name, address) => {
    fakeBackend({ featured: () => [featured(1)] })
    renderSite({ path: '/' })
    expect(await within(screen.getByRole('main')).findByRole('link', { name })).toHaveAttribute(
      'href',
      address,
    )
  })

  test('the industries that a buyer may look for are named, and where their cards lead', () => {
    fakeBackend()
    renderSite({ path: '/' })
    expect(screen.getByText('See pharma gifts', { exact: false })).toBeVisible()
    expect(screen.getByText('See all gifts', { exact: false })).toBeVisible()
    for (const name of ['Banking & Finance', 'Automotive & Insurance', 'Technology & Real Estate']) {
      expect(screen.getByText(name)).toBeVisible()
    }
  })
})

describe('gifts for pharmaceutical companies', () => {
  test.each([
    [{ own_products: 60, sells_pharma: true }, ['Browse Pharma Gifts', 'Browse All Industries'], 2, 0],
    [{ own_products: 60 }, ['Browse All Industries'], 1, 0],
    [{}, ['Browse Pharma Gifts', 'Browse All Industries'], 2, 1],
  ])('are spoken of with the demo, and where the owner has some: %j', async (site, buttons, cards, named) => {
    fakeBackend({ site: () => site })
    renderSite({ path: '/' })
    await waitFor(() => {
      const names = screen.getAllByRole('link', { name: /^Browse/ }).map((link) => link.textContent)
      expect(names).toEqual(buttons)
    })
    const industries = within(await section('Choose Your Industry'))
    expect(industries.getAllByRole('heading', { level: 3 })).toHaveLength(cards)
    // Those of the demo are not the owner's.
    await waitFor(() => expect(industries.queryAllByText('Automotive & Insurance')).toHaveLength(named))
  })
})

describe('the client logos', () => {
  test('are six placeholders when none are stored', async () => {
    fakeBackend()
    renderSite({ path: '/' })
    const line = within(await section('Trusted by Leading Companies'))
    expect(await line.findAllByRole('img', { name: 'Client logo placeholder' })).toHaveLength(6)
  })

  test('are left out when none are stored beside products of the owner', async () => {
    fakeBackend({ site: () => ({ own_products: 60 }) })
    renderSite({ path: '/' })
    await waitFor(() => expect(screen.queryByText('Trusted by Leading Companies')).toBeNull())
  })

  test('stop moving at the press of a button, and move again', async () => {
    fakeBackend()
    const { user, container } = renderSite({ path: '/' })
    await user.click(await screen.findByRole('button', { name: 'Pause logos' }))
    expect(container.querySelector('[data-paused]')).not.toBeNull()
    await user.click(screen.getByRole('button', { name: 'Move logos' }))
    expect(container.querySelector('[data-paused]')).toBeNull()
  })

  test('are read out once each, however often the line repeats them', async () => {
    fakeBackend({ logos: () => [{ id: '1', name: 'Demo Client', logo_url: 'https://logos.example/1.webp' }] })
    renderSite({ path: '/' })
    expect(await screen.findAllByRole('img', { name: 'Demo Client' })).toHaveLength(1)
    expect(screen.queryByRole('img', { name: 'Client logo placeholder' })).toBeNull()
  })
})

describe('the stats', () => {
  test('are three skeletons while they load', async () => {
    fakeBackend({ stats: () => [stat('Products', '3000+')] })
    renderSite({ path: '/' })
    expect(screen.getAllByTestId('stat-skeleton')).toHaveLength(3)
    await waitFor(() => expect(screen.queryByTestId('stat-skeleton')).toBeNull())
  })

  test('say their value to everybody while the number counts', async () => {
    fakeBackend({ stats: () => [stat('Happy clients', '10,000+'), stat('On time', '95%')] })
    renderSite({ path: '/' })
    const numbers = within(await section('Our Impact in Numbers'))
    expect(await numbers.findByText('10,000+', { selector: '.visually-hidden' })).toBeInTheDocument()
    expect(numbers.getAllByRole('heading', { level: 3 }).map((title) => title.textContent)).toEqual([
      'Happy clients',
      'On time',
    ])
  })
})

describe('the featured products', () => {
  test('are hidden when there are none', async () => {
    const { requests } = fakeBackend()
    renderSite({ path: '/' })
    await waitFor(() => expect(requests.join()).toContain('/rest/v1/products'))
    expect(screen.queryByText('Featured Products')).toBeNull()
  })

  test('show their badges and at most two industries', async () => {
    fakeBackend({ featured: () => [featured(1)] })
    renderSite({ path: '/' })
    const card = within(await screen.findByRole('article', { name: 'Featured 1' }))
    expect(card.getByText('Featured')).toBeVisible()
    expect(card.getByText('Drinkware')).toBeVisible()
    expect(card.getAllByRole('listitem').map((industry) => industry.textContent)).toEqual([
      'Banking',
      'Insurance',
    ])
  })

  test('are read as product.md says', async () => {
    const { requests } = fakeBackend()
    renderSite({ path: '/' })
    await waitFor(() => expect(requests.join()).toContain('/rest/v1/products'))
    const asked = new URL(
      `http://x${requests.find((request) => request.includes('/rest/v1/products?'))?.slice(4)}`,
    ).searchParams
    expect(Object.fromEntries(asked)).toMatchObject({
      is_featured: 'eq.true',
      is_sample: 'eq.true',
      limit: '6',
    })
  })
})

describe('the quote form', () => {
  beforeEach(() => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
  })

  async function fill(user: ReturnType<typeof renderSite>['user']) {
    const form = within(await section('Get Custom Solutions'))
    const typed = {
      'Full Name': 'A Buyer',
      'Company Name': 'Some Company',
      'Email Address': 'buyer@company.example',
      'Phone Number': '+91 98765 43210',
      Message: 'Two hundred hampers',
    }
    for (const [name, value] of Object.entries(typed)) {
      await user.click(form.getByRole('textbox', { name }))
      await user.paste(value)
    }
    return form
  }

  async function send(user: ReturnType<typeof renderSite>['user']) {
    const form = await fill(user)
    vi.advanceTimersByTime(minFillTimeMs)
    await user.click(form.getByRole('button', { name: 'Request a Quote' }))
    return form
  }

  test('becomes a lead without products; its panel stays five seconds and the form returns empty', async () => {
    const sent: unknown[] = []
    fakeBackend({ leads: (body) => (sent.push(body), new Response(null, { status: 201 })) })
    const { user } = renderSite({ path: '/' })
    await send(user)
    expect(await screen.findByText('Message Sent Successfully!')).toBeVisible()
    expect(
      screen.getByText("We'll contact you within 24 hours with personalized gifting solutions."),
    ).toBeVisible()
    expect(screen.getByText('Thank you for your interest!')).toBeVisible()
    expect(screen.getByText("We'll get back to you within 24 hours with customized solutions.")).toBeVisible()
    expect(sent).toEqual([
      {
        name: 'A Buyer',
        company: 'Some Company',
        email: 'buyer@company.example',
        phone: '+91 98765 43210',
        message: 'Two hundred hampers',
      },
    ])
    act(() => {
      vi.advanceTimersByTime(4500)
    })
    expect(screen.queryByRole('textbox', { name: 'Full Name' })).toBeNull()
    act(() => {
      vi.advanceTimersByTime(600)
    })
    expect(screen.getByRole('textbox', { name: 'Full Name' })).toHaveValue('')
    expect(screen.getByRole('textbox', { name: 'Message' })).toHaveValue('')
  })

  test('that fails keeps everything typed', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    fakeBackend({ leads: serverFault })
    const { user } = renderSite({ path: '/' })
    const form = await send(user)
    const alert = await screen.findByRole('alert')
    expect(alert).toHaveTextContent('Submission failedPlease try again or contact us directly.')
    expect(form.getByRole('textbox', { name: 'Full Name' })).toHaveValue('A Buyer')
    expect(form.getByRole('textbox', { name: 'Message' })).toHaveValue('Two hundred hampers')
  })

  test('too many requests show how long to wait, and keep the input', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    fakeBackend({ leads: tooManyInquiries })
    const { user } = renderSite({ path: '/' })
    const form = await send(user)
    const alert = await screen.findByRole('alert')
    expect(alert).toHaveTextContent('Submission failedToo many inquiries. Please try again in 3 minutes.')
    expect(form.getByRole('textbox', { name: 'Full Name' })).toHaveValue('A Buyer')
    expect(form.getByRole('textbox', { name: 'Message' })).toHaveValue('Two hundred hampers')
  })

  test('shows and sends an e-mail address without what pasting brings, and names the rule that one breaks', async () => {
    const sent: { email: string }[] = []
    fakeBackend({
      leads: (body) => (sent.push(body as { email: string }), new Response(null, { status: 201 })),
    })
    const { user } = renderSite({ path: '/' })
    const form = await fill(user)
    const field = form.getByRole('textbox', { name: 'Email Address' })
    await user.clear(field)
    await user.click(field)
    await user.paste('"buyer"@company.example')
    await user.tab()
    await waitFor(() =>
      expect(field).toHaveAccessibleDescription(
        'An e-mail address has no quotes, brackets, commas, colons or backslashes',
      ),
    )
    await user.clear(field)
    await user.click(field)
    await user.paste('A Buyer <mailto:buy\u200ber@company.example>,')
    await user.tab()
    await waitFor(() => expect(field).toHaveValue('buyer@company.example'))
    vi.advanceTimersByTime(minFillTimeMs)
    await user.click(form.getByRole('button', { name: 'Request a Quote' }))
    await waitFor(() => expect(sent.map(({ email }) => email)).toEqual(['buyer@company.example']))
  })

  test('that is filled in faster than a person can waits, and then is sent', async () => {
    vi.useFakeTimers()
    const leads = vi.fn(() => new Response(null, { status: 201 }))
    fakeBackend({ leads })
    renderSite({ path: '/' })
    await act(async () => vi.advanceTimersByTimeAsync(1))
    const form = within(screen.getByRole('region', { name: 'Get Custom Solutions' }))
    const typed = {
      'Full Name': 'A',
      'Company Name': 'B',
      'Email Address': 'a@b.example',
      'Phone Number': '1',
    }
    for (const [name, value] of Object.entries(typed)) {
      fireEvent.change(form.getByRole('textbox', { name }), { target: { value } })
    }
    fireEvent.click(form.getByRole('button', { name: 'Request a Quote' }))
    await act(async () => vi.advanceTimersByTimeAsync(minFillTimeMs - 100))
    const button = form.getByRole('button', { name: 'Sending...' })
    expect(button).toBeDisabled()
    expect(button, 'keeps its colour').toHaveAttribute('data-sending')
    expect(leads).not.toHaveBeenCalled()
    await act(async () => vi.advanceTimersByTimeAsync(200))
    expect(leads).toHaveBeenCalledTimes(1)
    expect(screen.getByText('Message Sent Successfully!')).toBeVisible()
  })

  test('has a field for programs alone; what they send is refused, and a person’s next try succeeds', async () => {
    const leads = vi.fn(() => new Response(null, { status: 201 }))
    fakeBackend({ leads })
    const { user, container } = renderSite({ path: '/' })
    const form = await fill(user)
    const trap = container.querySelector<HTMLInputElement>('input[name="website"]')
    expect(form.queryByRole('textbox', { name: /website/i })).toBeNull()
    expect(trap).toHaveAttribute('tabindex', '-1')
    expect(trap).toHaveAttribute('autocomplete', 'off')
    expect(trap?.closest('[aria-hidden="true"]')).not.toBeNull()
    if (trap !== null) trap.value = 'https://spam.example'
    vi.advanceTimersByTime(minFillTimeMs)
    await user.click(form.getByRole('button', { name: 'Request a Quote' }))
    expect(await screen.findByRole('alert')).toHaveTextContent('Submission failed')
    expect(leads).not.toHaveBeenCalled()
    expect(form.getByRole('textbox', { name: 'Full Name' })).toHaveValue('A Buyer')
    await user.click(form.getByRole('button', { name: 'Request a Quote' }))
    expect(await screen.findByText('Message Sent Successfully!')).toBeVisible()
    expect(leads).toHaveBeenCalledTimes(1)
  })

  test('says the rule of every field that is missing', async () => {
    fakeBackend()
    const { user } = renderSite({ path: '/' })
    await user.click(await screen.findByRole('button', { name: 'Request a Quote' }))
    for (const label of ['Full Name', 'Company Name', 'Email Address', 'Phone Number']) {
      expect(await screen.findByText(`${label} is required`)).toBeVisible()
    }
    expect(screen.getByRole('textbox', { name: 'Full Name' })).toHaveFocus()
  })
})

test('a drawing that cannot be loaded leaves no frame', async () => {
  fakeBackend()
  const { container } = renderSite({ path: '/' })
  const hero = container.querySelector('main img')!
  // Once what listens is loaded, when the browser is idle.
  await waitFor(() => {
    fireEvent.error(hero)
    expect(hero).not.toBeVisible()
  })
})

test('the quote form says what the details are used for', () => {
  fakeBackend()
  renderSite({ path: '/' })
  expect(
    screen.getByText('We use your details to answer you, and for offers only if you agree.'),
  ).toBeVisible()
})

test('the footer links to the industries of the catalogue', async () => {
  fakeBackend()
  renderSite({ path: '/' })
  const link = await within(screen.getByRole('contentinfo')).findByRole('link', { name: 'Banking & Finance' })
  expect(link).toHaveAttribute('href', '/catalogue?industry=Banking+%26+Finance')
})

test('the footer has no heading over industries that could not be loaded', async () => {
  const { requests } = fakeBackend({ options: serverFault })
  renderSite({ path: '/' })
  await waitFor(() => expect(requests.join()).toContain('/rest/v1/rpc/catalogue_filters'))
  await waitFor(() => expect(screen.queryByRole('heading', { name: 'Industries' })).toBeNull())
})

test('the menu of small screens opens, closes by Escape, and gives the focus back', async () => {
  fakeBackend()
  const { user } = renderSite({ path: '/' })
  const toggle = screen.getByRole('button', { name: 'Open menu' })
  await user.click(toggle)
  expect(screen.getByRole('button', { name: 'Close menu' })).toHaveAttribute('aria-expanded', 'true')
  await user.keyboard('{Escape}')
  expect(screen.getByRole('button', { name: 'Open menu' })).toHaveFocus()
})
