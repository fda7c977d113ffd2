import { type QueryKey, queryOptions } from '@tanstack/react-query'
import { z } from 'zod'

import type { Backend } from '@giftwell/shared/kernel/backend.ts'
import type { Json } from '@giftwell/shared/kernel/database.types.ts'
import { send } from '@giftwell/shared/kernel/rest-request.ts'

const staleTimeMs = 30_000

/** Days in India, both included; without them the database's own. */
export interface Days {
  readonly since?: string | undefined
  readonly until?: string | undefined
}

/** A query of one kind of figures. */
export function figuresQuery<Schema extends z.ZodType>(
  kind: string,
  schema: Schema,
  options: { [name: string]: Json } = {},
) {
  return (backend: Backend, { since, until }: Days) => {
    const days = { ...(since && { since }), ...(until && { until }) }
    return queryOptions({
      queryKey: ['figures', kind, options, days] as QueryKey,
      staleTime: staleTimeMs,
      queryFn: async ({ signal }): Promise<z.infer<Schema>> => {
        const data = await send(backend, (rest) =>
          rest.rpc('figures', { kind, ...days, options }).abortSignal(signal),
        )
        return schema.parse(data)
      },
    })
  }
}

const stages = {
  seen: z.number(),
  added: z.number(),
  asked: z.number(),
  quoted: z.number(),
  accepted: z.number(),
  declined: z.number(),
}

/** How often something was searched, seen and added, the leads that asked, and the quotations of a period. */
export const funnelQuery = figuresQuery('funnel', z.object({ searched: z.number(), ...stages }))

/** The groups of the product figures. */
export const groupNames = {
  category: 'Categories',
  theme: 'Themes',
  industry: 'Industries',
  band: 'Budget bands',
} as const

/** A kind of group. */
export type GroupName = keyof typeof groupNames

const counted = z.object({ id: z.string(), name: z.string(), ...stages })

/** A product, or a group of products, with how often each stage was reached. */
export type Counted = z.infer<typeof counted>

/** The figures of every group of a kind. */
export const groupsQuery = (group: GroupName) => figuresQuery('groups', z.array(counted), { group })

const words = z.object({ words: z.string(), searched: z.number(), not_found: z.number(), chosen: z.number() })

/** Words that were searched for. */
export type Words = z.infer<typeof words>

/** The most frequent searches; with a list only those without a result. */
export const searchesQuery = (list?: 'not_found') =>
  figuresQuery(
    'searches',
    z.object({ searched: z.number(), not_found: z.number(), chosen: z.number(), words: z.array(words) }),
    list === undefined ? {} : { list },
  )

const product = counted.extend({ reasons: z.record(z.string(), z.number()).nullable() })

/** A product with its sums since counting began, and why quotations with it were declined. */
export type CountedProduct = z.infer<typeof product>

/** The products of a list with the highest counts; without a list the most viewed. */
export const productsQuery = (list?: 'seen_never_asked' | 'asked_never_quoted' | 'quoted_declined') =>
  figuresQuery(
    'products',
    z.object({
      seen_never_asked: z.number(),
      asked_never_quoted: z.number(),
      quoted_declined: z.number(),
      products: z.array(product),
    }),
    list === undefined ? {} : { list },
  )

const times = {
  leads: z.number(),
  answered: z.number(),
  median_minutes: z.number().nullable(),
  p90_minutes: z.number().nullable(),
}

/** How long leads waited for their answers. */
export const answersQuery = figuresQuery(
  'answers',
  z.object({
    all: z.object(times),
    people: z.array(z.object({ id: z.string().nullable(), email: z.string().nullable(), ...times })),
    weekdays: z.array(z.object({ weekday: z.number(), ...times })),
    unanswered_quotations: z.number(),
  }),
)

/** Why quotations were declined, and leads lost. */
export const reasonsQuery = figuresQuery(
  'reasons',
  z.object({
    declined: z.array(z.object({ reason: z.string().nullable(), quotations: z.number() })),
    lost: z.array(z.object({ reason: z.string(), leads: z.number() })),
  }),
)

/** The festivals whose weeks are compared. */
export const festivals = {
  diwali: 'Diwali',
  holi: 'Holi',
  eid: 'Eid',
  christmas: 'Christmas',
  new_year: 'New Year',
} as const

export type Festival = keyof typeof festivals

const week = z.object({
  week: z.number(),
  since: z.string(),
  until: z.string(),
  asked: z.number(),
  seen: z.number(),
})

/** The weeks around a festival in each year. */
export const seasonsQuery = (festival: Festival) =>
  figuresQuery(
    'seasons',
    z.object({ years: z.array(z.object({ year: z.number(), date: z.string(), weeks: z.array(week) })) }),
    { festival },
  )
