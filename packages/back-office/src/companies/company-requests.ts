import { mutationOptions, type QueryKey, queryOptions } from '@tanstack/react-query'
import { z } from 'zod'

import type { Backend } from '@giftwell/shared/kernel/backend.ts'
import { counted } from '@giftwell/shared/kernel/counted.ts'
import { defineEntity } from '@giftwell/shared/kernel/entity.ts'
import { limits, optionalText, requiredText } from '@giftwell/shared/kernel/form-rules.ts'
import type { Cursor } from '@giftwell/shared/kernel/keyset.ts'
import { MutationOutcome } from '@giftwell/shared/kernel/query-client.ts'
import { send } from '@giftwell/shared/kernel/rest-request.ts'
import type { Row } from '@giftwell/shared/kernel/table.ts'
import { foundList, type FoundListing } from '../list/found-list.ts'
import { type ListFilters, oneOf, uuidOrNone } from '../list/list-address.ts'
import type { QuotationState } from '@giftwell/shared/quotations/quotation.ts'
import type { LeadState } from '../leads/lead-handling.ts'

/** A domain is typed as in an e-mail address: with a comma or a space between several. */
const domains = z.string().transform((text) =>
  text
    .toLowerCase()
    .split(/[\s,;]+/)
    .filter(Boolean)
    .map((domain) => domain.replace(/^.*@/, '')),
)

/** The companies that buy; staff read and change them (product.md, section 2, Companies). */
export const companies = defineEntity({
  table: 'companies',
  label: { one: 'company', many: 'Companies' },
  route: '/admin/companies',
  schema: z.object({
    name: requiredText('Name', limits.name),
    gstin: optionalText('GSTIN', 15)
      .transform((text) => text?.toUpperCase() ?? null)
      .refine((text) => text === null || /^[0-9A-Z]{15}$/.test(text), {
        error: 'A GSTIN has 15 letters and digits',
      }),
    billing_address: optionalText('Billing address', 400),
    domains,
    owner_id: z.string().transform((id) => id || null),
    next_step: optionalText('Next step', 200),
    next_on: z.string().transform((day) => day || null),
    terms: optionalText('Terms', 5000),
    note: optionalText('Notes', 5000),
  }),
  fields: {
    name: 'Name',
    gstin: 'GSTIN',
    billing_address: 'Billing address',
    domains: 'E-mail domains',
    owner_id: 'Owner',
    next_step: 'Next step',
    next_on: 'On',
    terms: 'Terms',
    note: 'Notes',
  },
  toForm: ({ domains: list }: Row<'companies'>) => ({ domains: list.join(', ') }),
  orderBy: { column: 'name', ascending: true },
})

/** A company of the list, with its orders and open work. */
export interface CompanyRow extends Cursor {
  readonly name: string
  readonly gstin: string | null
  readonly domains: readonly string[]
  readonly owner_email: string | null
  readonly next_on: string | null
  readonly created_at: string
  readonly won_paise: number
  readonly people: number
  readonly open_leads: number
  readonly open_quotations: number
  readonly sort_key: string
}

const sortable = ['name', 'won', 'next_on', 'created_at'] as const

const companyFilters = {
  /** The id of a person of the back office, or `none`. */
  owner: uuidOrNone,
  /** With something to do by today. */
  due: oneOf('yes'),
} satisfies ListFilters

type Sorted = (typeof sortable)[number]

export type CompanySearch = FoundListing<typeof companyFilters, Sorted>

/** The companies, by name. */
export const companyList = foundList<CompanyRow, typeof companyFilters, Sorted>({
  label: { one: 'company', many: 'Companies' },
  name: 'companies',
  filters: companyFilters,
  sortable,
  ascending: true,
  find: (page, signal) => (rest) => rest.rpc('find_companies', page).abortSignal(signal),
  count: (wanted, signal) => (rest) => rest.rpc('count_companies', wanted).abortSignal(signal),
})

/** A company with its people, their inquiries and orders. */
export interface CompanyDetails {
  readonly company: Row<'companies'>
  /** The kind of its GSTIN, such as taxpayer; null without one, and for a mistyped one. */
  readonly gstin_kind: string | null
  /** The domains at which people share their inquiries. */
  readonly teams?: readonly string[]
  readonly people: readonly {
    readonly id: string
    readonly name: string | null
    readonly email: string
    readonly phone: string | null
    readonly designation: string | null
    readonly leads: number
    /** The domain of the colleagues with whom the account shares its inquiries; null where it does not, missing of an older server. */
    readonly shares_at?: string | null
    /** Whether staff have added it there. */
    readonly is_added?: boolean
    /** Whether there is an account whose address is proven. */
    readonly can_share?: boolean
  }[]
  /** The newest. */
  readonly leads: readonly {
    readonly id: string
    readonly reference: string
    readonly name: string
    readonly state: LeadState
    readonly created_at: string
  }[]
  readonly quotations: readonly {
    readonly id: string
    readonly number: string | null
    readonly state: QuotationState
    readonly total_paise: number
  }[]
  readonly states: readonly {
    readonly state: QuotationState
    readonly count: number
    readonly paise: number
  }[]
  /** In the last twelve months. */
  readonly bought: readonly {
    readonly name: string
    readonly quantity: number
    readonly paise: number
    readonly on: string
  }[]
  readonly merged: readonly { readonly id: string; readonly name: string }[]
}

/** A company with everything about it. */
export function companyQuery(backend: Backend, id: string) {
  return queryOptions({
    queryKey: ['companies', 'one', id] as QueryKey,
    staleTime: 0,
    queryFn: async ({ signal }): Promise<CompanyDetails> =>
      // The function promises this shape.
      (await send(backend, (rest) =>
        rest.rpc('company_details', { company: id }).abortSignal(signal),
      )) as unknown as CompanyDetails,
  })
}

/** Possible duplicates of a company. */
export interface LookAlike {
  readonly company: { readonly id: string; readonly name: string } | null
  readonly others: readonly { readonly id: string; readonly name: string }[]
  readonly people: readonly {
    readonly id: string
    readonly name: string | null
    readonly email: string
    readonly company: string
  }[]
  /** The suggested name of a new company. */
  readonly name: string | null
}

/** Possible duplicates, for staff to decide. */
export function lookAlikesQuery(backend: Backend) {
  return queryOptions({
    queryKey: ['companies', 'look-alikes'] as QueryKey,
    staleTime: 0,
    queryFn: async ({ signal }): Promise<readonly LookAlike[]> =>
      // The function promises this shape.
      (await send(backend, (rest) =>
        rest.rpc('look_alikes').abortSignal(signal),
      )) as unknown as readonly LookAlike[],
  })
}

const changed: readonly QueryKey[] = [['companies'], ['leads'], ['quotations']]
const options = {
  mutationKey: ['companies'],
  meta: { invalidates: changed, failed: 'Error saving companies', done: 'Companies updated' },
}
const undone = { ...options, meta: { ...options.meta, done: 'The companies are as they were before' } }

/** Takes merges back. */
export function partingCompanies(backend: Backend) {
  return mutationOptions({
    ...undone,
    mutationFn: (ids: readonly string[]) =>
      send(backend, (rest) => rest.rpc('part_companies', { ids: [...ids] })),
  })
}

interface Merging {
  readonly company: string
  readonly others: readonly string[]
}

/** Merges companies into one; the toast offers to undo it. */
export function mergingCompanies(backend: Backend) {
  return mutationOptions({
    ...options,
    mutationFn: async ({ company, others }: Merging) => {
      await send(backend, (rest) => rest.rpc('merge_companies', { company, others: [...others] }))
      return new MutationOutcome(`${counted(others.length + 1, 'company', 'companies')} merged`, {
        mutation: partingCompanies(backend),
        variables: others,
      })
    },
  })
}

interface Joining {
  readonly people: readonly string[]
  /** Without one, and without a name, they are of none. */
  readonly company?: string
  /** Of a new one. */
  readonly name?: string
}

/** Makes people a company's, or takes them from the one that they are of; the toast offers to undo it. */
export function joiningCompany(backend: Backend, former?: string) {
  const join = ({ people, ...company }: Joining) =>
    send(backend, (rest) => rest.rpc('join_company', { people: [...people], ...company }))
  const parting = mutationOptions({ ...undone, mutationFn: join })
  return mutationOptions({
    ...options,
    mutationFn: async (joining: Joining) => {
      await join(joining)
      const { people } = joining
      return new MutationOutcome(
        `${counted(people.length, 'person', 'people')} ${former === undefined ? 'added' : 'removed'}`,
        { mutation: parting, variables: { people, ...(former !== undefined && { company: former }) } },
      )
    },
  })
}

/** Lets a person of another domain share inquiries with the colleagues of one, or with null no longer. */
export function addingToTeam(backend: Backend) {
  return mutationOptions({
    mutationKey: ['companies', 'team'],
    meta: { invalidates: [['companies']], failed: 'Could not change sharing', done: 'Saved' },
    mutationFn: ({ contact, domain }: { readonly contact: string; readonly domain: string | null }) =>
      send(backend, (rest) => rest.rpc('add_to_team', { contact, ...(domain !== null && { domain }) })),
  })
}
