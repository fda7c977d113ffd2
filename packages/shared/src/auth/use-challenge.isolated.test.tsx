import { act, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'

import { BackendContext } from '../kernel/backend-context.ts'
import { createBackend } from '../kernel/backend.ts'
import { PlatformContext } from '../platform/platform.ts'
import { createMemoryPlatform } from '../testing/memory-platform.ts'
import { ChallengeField, type ChallengedPurpose, useChallenge } from './use-challenge.tsx'

const platform = createMemoryPlatform()
const own = { supabaseUrl: platform.siteOrigin, supabaseKey: 'k', turnstileSiteKey: '0xsite' }
const hosted = { ...own, supabaseUrl: 'https://project.supabase.test' }

function Form({ purpose, onProven }: { purpose: ChallengedPurpose; onProven: (outcome: unknown) => void }) {
  const challenge = useChallenge(purpose)
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        void challenge.prove().then(onProven)
      }}
    >
      <input aria-label="Name" />
      <ChallengeField container={challenge.container} />
      <button type="submit">Send</button>
    </form>
  )
}

function renderForm(config: Parameters<typeof createBackend>[0], purpose: ChallengedPurpose) {
  const onProven = vi.fn()
  const backend = createBackend(config, platform.sessionStorage)
  const view = render(
    <PlatformContext value={platform}>
      <BackendContext value={backend}>
        <Form purpose={purpose} onProven={onProven} />
      </BackendContext>
    </PlatformContext>,
  )
  return { onProven, user: userEvent.setup(), ...view }
}

const scripts = () => [...document.head.querySelectorAll<HTMLScriptElement>('script[src*="cloudflare"]')]

/** The script loads and defines its API; returns the calls to show the widget. */
async function scriptArrives() {
  const widget = {
    render: vi.fn((_place: HTMLElement, _options: Shown) => 'widget'),
    reset: vi.fn(),
    remove: vi.fn(),
  }
  await vi.waitFor(() => expect(scripts()).toHaveLength(1))
  vi.stubGlobal('turnstile', widget)
  await act(async () => scripts()[0]?.dispatchEvent(new Event('load')))
  await vi.waitFor(() => expect(widget.render).toHaveBeenCalled())
  // It has been shown, so its options exist.
  return { widget, shown: widget.render.mock.calls[0]?.[1] as Shown, place: widget.render.mock.calls[0]?.[0] }
}

interface Shown {
  readonly sitekey: string
  callback(token: string): void
  'error-callback'(): boolean
}

beforeEach(() => {
  vi.resetModules()
  for (const script of scripts()) script.remove()
  vi.spyOn(console, 'error').mockReturnValue()
})

test.each([
  ['no key', { supabaseUrl: own.supabaseUrl, supabaseKey: 'k' }, 'account'],
  ['our own server, signing in', own, 'sign-in'],
  ['a hosted project, an inquiry', hosted, 'inquiry'],
] as const)('asks for nothing and loads nothing with %s', async (_, config, purpose) => {
  const { user, onProven } = renderForm(config, purpose)
  await user.type(screen.getByRole('textbox', { name: 'Name' }), 'Asha')
  await user.click(screen.getByRole('button', { name: 'Send' }))
  await vi.waitFor(() => expect(onProven).toHaveBeenCalledWith({ proof: [] }))
  expect(scripts()).toEqual([])
})

test.each([
  [own, 'account'],
  [own, 'inquiry'],
  [hosted, 'account'],
  [hosted, 'sign-in'],
] as const)('loads on the first focus and returns a token: %j, %s', async (config, purpose) => {
  const { user, onProven } = renderForm(config, purpose)
  expect(scripts()).toEqual([])
  await user.click(screen.getByRole('textbox', { name: 'Name' }))
  const { shown, place } = await scriptArrives()
  expect(shown.sitekey).toBe('0xsite')
  expect(place).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Send' }))
  expect(onProven).not.toHaveBeenCalled()
  shown.callback('earned')
  await vi.waitFor(() => expect(onProven).toHaveBeenCalledWith({ proof: ['earned'] }))
})

test('earns another token for another try, since each is taken once', async () => {
  const { user, onProven } = renderForm(own, 'inquiry')
  await user.click(screen.getByRole('textbox', { name: 'Name' }))
  const { widget, shown } = await scriptArrives()
  shown.callback('first')
  await user.click(screen.getByRole('button', { name: 'Send' }))
  await vi.waitFor(() => expect(onProven).toHaveBeenCalledWith({ proof: ['first'] }))
  await user.click(screen.getByRole('button', { name: 'Send' }))
  await vi.waitFor(() => expect(widget.reset).toHaveBeenCalledTimes(1))
  shown.callback('second')
  await vi.waitFor(() => expect(onProven).toHaveBeenLastCalledWith({ proof: ['second'] }))
})

test('says so when it cannot be loaded or fails, keeps what was typed, and tries again', async () => {
  const { user, onProven } = renderForm(own, 'inquiry')
  const name = screen.getByRole('textbox', { name: 'Name' })
  await user.type(name, 'Asha')
  await vi.waitFor(() => expect(scripts()).toHaveLength(1))
  await user.click(screen.getByRole('button', { name: 'Send' }))
  await act(async () => scripts()[0]?.dispatchEvent(new Event('error')))
  const problem = { problem: expect.stringContaining('challenges.cloudflare.com was not reached') as string }
  await vi.waitFor(() => expect(onProven).toHaveBeenLastCalledWith(problem))
  expect(scripts()).toEqual([])
  expect(name).toHaveValue('Asha')

  await user.click(screen.getByRole('button', { name: 'Send' }))
  const { shown } = await scriptArrives()
  shown['error-callback']()
  await vi.waitFor(() => expect(onProven).toHaveBeenCalledTimes(2))
  expect(onProven).toHaveBeenLastCalledWith(problem)
  await user.click(screen.getByRole('button', { name: 'Send' }))
  shown.callback('after all')
  await vi.waitFor(() => expect(onProven).toHaveBeenLastCalledWith({ proof: ['after all'] }))
})

test('is taken away with its form', async () => {
  const { user, unmount } = renderForm(own, 'account')
  await user.click(screen.getByRole('textbox', { name: 'Name' }))
  const { widget } = await scriptArrives()
  unmount()
  await vi.waitFor(() => expect(widget.remove).toHaveBeenCalledTimes(1))
})
