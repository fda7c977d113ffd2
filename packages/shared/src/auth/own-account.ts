import { mutationOptions, type QueryKey, queryOptions } from '@tanstack/react-query'

import { AppError } from '../kernel/app-error.ts'
import type { Backend } from '../kernel/backend.ts'
import { send } from '../kernel/rest-request.ts'

/** A member of staff's own account (product.md, section 2, Administration). */
export interface OwnAccount {
  readonly name: string | null
  readonly telephone: string | null
  /** The text below replies to leads; without it the name or the e-mail address stands there. */
  readonly signature: string | null
  /** The last day in India on which e-mails go to the deputy, and who that is. */
  readonly away_until: string | null
  readonly deputy_id: string | null
  /** The hour in India at which the daily digest is sent, null for none, and on how many days from Monday. */
  readonly digest_hour: number | null
  readonly digest_days: number
  /** When the address of the calendar feed was made, which is not shown again; null without one. */
  readonly calendar_since: string | null
  /** The number of unused recovery codes; null without a second factor. */
  readonly recovery_codes: number | null
  /** The one that was used last is first. */
  readonly sessions: readonly OwnSession[]
}

/** A signed-in browser or app. */
export interface OwnSession {
  readonly id: string
  /** The user agent of its last sign-in or refresh. */
  readonly device: string | null
  readonly used_at: string
  readonly is_current: boolean
}

const ownAccount: QueryKey = ['own account']

/** The account of the signed-in user; fails for anyone but administrators and sales. */
export function ownAccountQuery(backend: Backend, userId: string) {
  return queryOptions({
    queryKey: [...ownAccount, userId],
    queryFn: async ({ signal }): Promise<OwnAccount> => {
      const account = await send(backend, (rest) => rest.rpc('my_account').abortSignal(signal))
      if (account === null)
        throw new AppError('forbidden', 'Only administrators and sales can open this page')
      return account as unknown as OwnAccount // the function's comment names its fields
    },
  })
}

/** Saves the details that others read. */
export function savingAccount(backend: Backend) {
  return mutationOptions({
    mutationKey: ownAccount,
    meta: {
      invalidates: [ownAccount, ['people'], ['administrators']],
      done: 'Your account was saved',
      failed: 'Error saving your account',
    },
    mutationFn: (details: { name: string; telephone: string; signature: string }) =>
      send(backend, (rest) => rest.rpc('save_account', details)),
  })
}

/** Saves until when the person is away, and who gets the e-mails meanwhile; empty for neither. */
export function savingAbsence(backend: Backend) {
  return mutationOptions({
    mutationKey: ownAccount,
    meta: { invalidates: [ownAccount], done: 'Your absence was saved', failed: 'Error saving your absence' },
    mutationFn: async ({ away_until: day, deputy_id: deputy }: { away_until: string; deputy_id: string }) => {
      // The generated types know no null of arguments.
      const absence = { away_until: day || null, deputy: deputy || null } as {
        away_until: string
        deputy: string
      }
      await send(backend, (rest) => rest.rpc('save_absence', absence))
    },
  })
}

/** Saves at which hour in India the person gets the daily digest, null for none, and on how many days from Monday. */
export function savingDigest(backend: Backend) {
  return mutationOptions({
    mutationKey: ownAccount,
    meta: { invalidates: [ownAccount], done: 'Your digest was saved', failed: 'Error saving your digest' },
    mutationFn: async (digest: { hour: number | null; days: number }) => {
      // The generated types know no null of arguments.
      await send(backend, (rest) => rest.rpc('save_digest', digest as { hour: number; days: number }))
    },
  })
}

/** Makes a new address of the person's calendar feed, and gives its token; the one before ends. */
export function makingCalendarLink(backend: Backend) {
  return mutationOptions({
    mutationKey: ownAccount,
    // The token is shown once: it is in no cache.
    gcTime: 0,
    meta: { invalidates: [ownAccount], failed: 'Error making the calendar feed' },
    mutationFn: () => send(backend, (rest) => rest.rpc('make_calendar_link')),
  })
}

/** Ends the address of the person's calendar feed. */
export function removingCalendarLink(backend: Backend) {
  return mutationOptions({
    mutationKey: ownAccount,
    meta: {
      invalidates: [ownAccount],
      done: 'Calendar feed removed',
      failed: 'Error removing the calendar feed',
    },
    mutationFn: () => send(backend, (rest) => rest.rpc('remove_calendar_link')),
  })
}

/** Signs out one browser or app. */
export function endingSession(backend: Backend) {
  return mutationOptions({
    mutationKey: ownAccount,
    meta: { invalidates: [ownAccount], done: 'Session ended', failed: 'Error ending session' },
    mutationFn: (session: string) => send(backend, (rest) => rest.rpc('end_session', { session })),
  })
}

/** Makes ten new recovery codes, which are shown once; those before end. */
export function makingRecoveryCodes(backend: Backend) {
  return mutationOptions({
    mutationKey: ownAccount,
    meta: { invalidates: [ownAccount], failed: 'Error making recovery codes' },
    mutationFn: () => send(backend, (rest) => rest.rpc('make_recovery_codes')),
  })
}

const browsers = [
  ['Desktop app', /Electron\//],
  ['Edge', /Edg(e|A|iOS)?\//],
  ['Opera', /OPR\//],
  ['Firefox', /(Firefox|FxiOS)\//],
  ['Chrome', /(Chrome|CriOS)\//],
  ['Safari', /Safari\//],
] as const
const systems = [
  ['Windows', /Windows/],
  ['Android', /Android/],
  ['iPhone', /iPhone/],
  ['iPad', /iPad/],
  ['Mac', /Mac OS X/],
  ['Linux', /Linux/],
] as const

/** A user agent in words, if known: "Chrome on Windows". */
export function deviceName(userAgent: string | null): string {
  const find = (names: typeof browsers | typeof systems) =>
    names.find(([, pattern]) => pattern.test(userAgent ?? ''))?.[0]
  return [find(browsers) ?? 'Unknown app', find(systems)].filter(Boolean).join(' on ')
}
