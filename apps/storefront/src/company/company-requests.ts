import { useAuth } from '@giftwell/shared/auth/auth-context.tsx'
import { AppError } from '@giftwell/shared/kernel/app-error.ts'
import { useBackend } from '@giftwell/shared/kernel/backend-context.ts'
import type { Backend } from '@giftwell/shared/kernel/backend.ts'
import { send } from '@giftwell/shared/kernel/rest-request.ts'
import { mutationOptions, queryOptions, useQuery } from '@tanstack/react-query'

import type { SavedPlace } from './saved-places.tsx'

/** The company that an account may share its inquiries with, or does (the database's `my_company`). */
export interface OwnCompany {
  /** Null of an address that is not proven, or of a public mail host. */
  readonly domain: string | null
  /** Whether the account has answered whether it shares. */
  readonly is_asked: boolean
  /** Since when it shares; null of an account that does not. */
  readonly since: string | null
  /** For members alone, as all that follows. */
  readonly members?: readonly { readonly email: string; readonly since: string }[]
  readonly gstin?: string | null
  readonly billing_address?: string | null
  /** Newest first; missing of an earlier server. */
  readonly baskets?: readonly {
    readonly id: string
    /** Null for a former member. */
    readonly shared_by: string | null
    readonly shared_at: string
    readonly products: number
    readonly is_own: boolean
  }[]
  /** The account's own, whether it shares or not; missing without any. */
  readonly delivery_places?: readonly SavedPlace[]
}

const companyKey = 'my company'

/** The caller's company; not read until there is an account. */
export function useOwnCompany(isNeeded = true) {
  const { user } = useAuth()
  return useQuery({ ...companyQuery(useBackend(), user?.id ?? ''), enabled: isNeeded && user !== null })
}

function companyQuery(backend: Backend, account: string) {
  return queryOptions({
    queryKey: [companyKey, account],
    // Colleagues share and end it at any time.
    staleTime: 0,
    queryFn: async ({ signal }): Promise<OwnCompany> => {
      const data = await send(backend, (rest) =>
        rest.rpc('my_company', {}, { get: true }).abortSignal(signal),
      )
      // The database's tests hold its shape.
      return data as unknown as OwnCompany
    },
  })
}

const changed = { invalidates: [[companyKey], ['my inquiries'], ['my quotations'], ['inquiry']] }

/** Begins to share with colleagues, or ends it. */
export function sharingWithColleagues(backend: Backend) {
  return mutationOptions({
    meta: { ...changed, failed: 'Could not save your answer' },
    mutationFn: (shares: boolean) => send(backend, (rest) => rest.rpc('share_with_colleagues', { shares })),
  })
}

/** Shares one of the caller's own inquiries with the company, or no longer. */
export function sharingInquiry(backend: Backend, reference: string) {
  return mutationOptions({
    meta: { ...changed, failed: 'Could not change who sees this inquiry' },
    mutationFn: (shares: boolean) =>
      send(backend, (rest) => rest.rpc('share_inquiry', { reference, shares })),
  })
}

/** Shares a basket, in the form of its link, with colleagues. */
export function sharingBasket(backend: Backend) {
  return mutationOptions({
    meta: { invalidates: [[companyKey]], failed: 'Could not share the basket' },
    mutationFn: (shared: { readonly basket: string; readonly products: number }) =>
      send(backend, (rest) => rest.rpc('share_basket', shared)),
  })
}

/** The link contents of a shared basket, by its id. */
export function openingSharedBasket(backend: Backend) {
  return mutationOptions({
    meta: { failed: 'Could not open the basket' },
    mutationFn: async (id: string) => {
      const basket = await send(backend, (rest) => rest.rpc('open_shared_basket', { id }))
      // The database's types know no null of a function.
      if ((basket as string | null) === null) throw new AppError('missing', 'It is no longer shared.')
      return basket
    },
  })
}

/** Ends the sharing of a basket of one's own. */
export function endingSharedBasket(backend: Backend) {
  return mutationOptions({
    meta: { invalidates: [[companyKey]], failed: 'Could not stop sharing the basket' },
    mutationFn: (id: string) => send(backend, (rest) => rest.rpc('end_shared_basket', { id })),
  })
}

/** Stores the delivery places of the account. */
export function savingDeliveryPlaces(backend: Backend) {
  return mutationOptions({
    meta: { invalidates: [[companyKey]], failed: 'Could not save the places', done: 'Places saved' },
    mutationFn: (places: readonly Readonly<Record<keyof SavedPlace, string>>[]) =>
      send(backend, (rest) => rest.rpc('save_delivery_places', { places: [...places] })),
  })
}

/** Stores the suggestions for the company's quotations. */
export function savingCompanyDetails(backend: Backend) {
  return mutationOptions({
    meta: { ...changed, failed: 'Could not save the details', done: 'Details saved' },
    mutationFn: (details: { readonly gstin: string; readonly billing_address: string }) =>
      send(backend, (rest) => rest.rpc('save_company_details', details)),
  })
}
