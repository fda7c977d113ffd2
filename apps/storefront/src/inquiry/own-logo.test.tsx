import type { Backend } from '@giftwell/shared/kernel/backend.ts'
import { logoRule } from '@giftwell/shared/quotations/logo-files.ts'
import { afterEach, expect, test, vi } from 'vitest'

import { removePersonal } from '../page/browser-storage.ts'
import { inquiryDetails } from './inquiry.ts'
import { chooseLogo, removeLogo, sendLogo } from './own-logo.ts'
import { moveLogo, placeOn, showLogo } from './shown-logo.ts'

/** A backend that notes what is attached. */
function backendOf() {
  const rpc = vi.fn(() => Promise.resolve({ data: null, error: null, status: 204 }))
  // `sendLogo` uses no more of it.
  return { rpc, backend: { loadRest: async () => Promise.resolve({ rpc }) } as unknown as Backend }
}

const file = (content: string, name: string, type = '') => new File([content], name, { type })

afterEach(() => removeLogo())

test('a logo is known by its content, whatever it is called', async () => {
  await expect(chooseLogo(file('<html><svg/></html>', 'logo.svg'))).rejects.toThrow(logoRule)
  await expect(chooseLogo(file('plain', 'logo.png', 'image/png'))).rejects.toThrow(logoRule)
  const large = file(`%PDF-${'x'.repeat(10 * 1024 * 1024)}`, 'logo.pdf')
  await expect(chooseLogo(large)).rejects.toThrow('A logo may have at most 10 MB')
  for (const begin of ['<svg xmlns="x"/>', '\ufeff<?xml version="1.0"?>\n<svg>', '%PDF-1.7', '%!PS-Adobe'])
    await chooseLogo(file(begin, 'logo'))
})

test('it is sent by the token of its inquiry, which wants branding, and not once it is removed', async () => {
  const { rpc, backend } = backendOf()
  await sendLogo(backend, 'token')
  expect(rpc).not.toHaveBeenCalled()
  await chooseLogo(file('%PDF-1.7', 'Logo.pdf'))
  expect(inquiryDetails().wantsBranding).toBe(true)
  await sendLogo(backend, 'token')
  expect(rpc).toHaveBeenCalledWith('attach_artwork', {
    token: 'token',
    name: 'Logo.pdf',
    content: btoa('%PDF-1.7'),
  })
  removeLogo()
  await sendLogo(backend, 'token')
  expect(rpc).toHaveBeenCalledOnce()
})

test.each(['is read', 'is stored', 'is sent'])(
  'of a logo that %s at a sign-out nothing is left',
  async (step) => {
    const { rpc, backend } = backendOf()
    const turns = Object.fromEntries(
      ['is read', 'is stored', 'is sent'].map((name) => [name, Promise.withResolvers<void>()]),
    )
    const put = vi.fn(async () => {})
    const open = vi.fn(async () => {
      await turns['is stored']?.promise
      return { put, match: async () => undefined }
    })
    vi.stubGlobal('caches', { open, delete: async () => true })
    const logo = file('%PDF-1.7', 'Logo.pdf')
    vi.spyOn(Blob.prototype, 'arrayBuffer').mockImplementationOnce(async () => {
      await turns['is read']?.promise
      return new TextEncoder().encode('%PDF-1.7').buffer
    })
    rpc.mockImplementation(async () => {
      await turns['is sent']?.promise
      return { data: null, error: null, status: 204 }
    })
    const chosen = chooseLogo(logo)
    if (step !== 'is read') {
      turns['is read']?.resolve()
      await vi.waitUntil(() => open.mock.calls.length > 0)
    }
    let sent: Promise<void> | undefined
    if (step === 'is sent') {
      turns['is stored']?.resolve()
      await chosen
      sent = sendLogo(backend, 'token')
      await vi.waitUntil(() => rpc.mock.calls.length > 0)
    }
    put.mockClear()
    removePersonal()
    for (const turn of Object.values(turns)) turn.resolve()
    await Promise.all([chosen, sent])
    expect(put).not.toHaveBeenCalled()
    expect(localStorage.getItem('giftwell-own-logo')).toBeNull()
    expect(inquiryDetails().wantsBranding).toBe(false)
    rpc.mockClear()
    await sendLogo(backend, 'the next user')
    expect(rpc).not.toHaveBeenCalled()
    vi.unstubAllGlobals()
  },
)

test('its place on a product stays within the picture, and is remembered for a hundred products', () => {
  const shown = (): Parameters<typeof placeOn>[0] => {
    showLogo(true)
    return JSON.parse(localStorage.getItem('giftwell-own-logo') ?? '{}')
  }
  const usual = placeOn(shown(), { id: 'first' })
  const placed = { id: 'first', logo_x: 20, logo_y: 80, logo_width: 10 }
  expect(placeOn(shown(), placed), 'the owner’s place is the first one').toEqual({
    x: 0.2,
    y: 0.8,
    width: 0.1,
  })
  moveLogo('first', { x: 1.4, y: -0.2, width: 0.01 })
  expect(placeOn(shown(), { id: 'first' })).toEqual({ x: 1, y: 0, width: 0.05 })
  expect(placeOn(shown(), placed)).toEqual({ x: 1, y: 0, width: 0.05 })
  for (let index = 0; index < 100; index += 1) moveLogo(`other ${index}`, usual)
  expect(placeOn(shown(), { id: 'first' })).toEqual(usual)
})
