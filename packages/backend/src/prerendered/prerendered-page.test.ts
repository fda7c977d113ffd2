import { brotliDecompressSync } from 'node:zlib'
import { expect, test, vi } from 'vitest'
import { createServedPage, type PageSource } from './prerendered-page.ts'

const origin = 'http://127.0.0.1:3000'
const asked = '/rest/v1/rpc/catalogue_page?page_size=48'

/** A page with one response of a fake API, which the test changes. */
function pageOf(answers: { text: string | null }) {
  const render = vi.fn(async ({ config, textFor }: PageSource) => {
    const text = await textFor(asked)
    if (text === null) throw new Error('No answer')
    return `<p>${text} at ${config.supabaseUrl}</p>`.repeat(50)
  })
  const data: PageSource = {
    config: { supabaseUrl: origin, supabaseKey: 'publishable' },
    textFor: async () => answers.text,
  }
  const page = createServedPage(render)
  const get = async (headers: Record<string, string> = {}, own = data): Promise<Response | null> =>
    page.respond(new Request(`${origin}/catalogue`, { headers }), own)
  return { render, data, get }
}

test('a page is rendered once while its data stays the same', async () => {
  const answers = { text: 'twelve' }
  const { render, get } = pageOf(answers)
  await Promise.all([get(), get(), get()])
  expect(await (await get())?.text()).toContain(`<p>twelve at ${origin}</p>`)
  expect(render).toHaveBeenCalledTimes(1)
})

test('changed data is in the next page, with another ETag', async () => {
  const answers = { text: 'twelve' }
  const { get } = pageOf(answers)
  const before = await get()
  answers.text = 'thirteen'
  const after = await get({ 'if-none-match': before?.headers.get('etag') ?? '' })
  expect(after?.status).toBe(200)
  expect(await after?.text()).toContain('thirteen')
})

test('a request after a change never gets a render that started before it', async () => {
  const answers = { text: 'twelve' }
  const { get } = pageOf(answers)
  const before = get()
  await Promise.resolve()
  answers.text = 'thirteen'
  expect(await (await get())?.text()).toContain('thirteen')
  await before
})

test('a browser that has the page gets 304 and revalidates each time', async () => {
  const { get } = pageOf({ text: 'twelve' })
  const first = await get({ 'accept-encoding': 'br' })
  expect(first?.headers.get('cache-control')).toBe('no-cache')
  expect(brotliDecompressSync(await first!.arrayBuffer()).toString()).toContain('twelve')
  const again = await get({ 'accept-encoding': 'br', 'if-none-match': first?.headers.get('etag') ?? '' })
  expect(again?.status).toBe(304)
  expect((await get({ 'accept-encoding': 'gzip' }))?.headers.get('content-encoding')).toBe('gzip')
})

test('no page is rendered without all of its data', async () => {
  const { get } = pageOf({ text: null })
  expect(await get()).toBeNull()
})

test('a page whose data does not come within 0.8 s is sent without it, and with it when it is there', async () => {
  vi.useFakeTimers()
  try {
    const database = Promise.withResolvers<string>()
    const { data, get } = pageOf({ text: 'twelve' })
    const waiting = { ...data, textFor: async () => database.promise }
    const sent = vi.fn()
    const response = get({}, waiting)
    void response.then(sent)
    await vi.advanceTimersByTimeAsync(799)
    expect(sent).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect(sent).toHaveBeenCalledExactlyOnceWith(null)
    database.resolve('late')
    expect(await (await get({}, waiting))?.text()).toContain('late')
  } finally {
    vi.useRealTimers()
  }
})
