import { z } from 'zod'

import { figuresQuery } from './reports-query.ts'

/** The value won by month, for 24 months, in paise. */
export const wonQuery = figuresQuery(
  'won',
  z.array(
    z.object({
      month: z.string(),
      quotations: z.number(),
      paise: z.number(),
      margin_paise: z.number().nullable(),
    }),
  ),
)

/** The open quotations, and the decisions of the last year. */
export const openQuery = figuresQuery(
  'open',
  z.object({
    accepted: z.number(),
    declined: z.number(),
    expired: z.number(),
    /** From sending to acceptance, the median. */
    days: z.number(),
    /** The first day of the last year. */
    since: z.string(),
    states: z.array(z.object({ state: z.string(), quotations: z.number(), paise: z.number() })),
    months: z.array(
      z.object({
        month: z.string(),
        quotations: z.number(),
        paise: z.number(),
        likely_paise: z.number().nullable(),
      }),
    ),
  }),
)

/** What money is grouped by. */
export const moneyGroups = {
  person: 'Salesperson',
  company: 'Company',
  category: 'Category',
  product: 'Product',
} as const

export type MoneyGroup = keyof typeof moneyGroups

/** All that the database gives of a report; fifty otherwise. */
const mostRows = 1000

const money = z.object({
  id: z.string().nullable(),
  name: z.string().nullable(),
  quoted: z.number(),
  quoted_paise: z.number(),
  quoted_quantity: z.number().nullable(),
  won: z.number(),
  won_paise: z.number(),
  won_quantity: z.number().nullable(),
  margin_paise: z.number().nullable(),
})

/** The value quoted and won by a person, company, category or product. */
export type Money = z.infer<typeof money>

/** The value quoted and won by group. */
export const moneyQuery = (by: MoneyGroup) => figuresQuery('money', z.array(money), { by, size: mostRows })

const source = z.object({
  source: z.string().nullable(),
  campaign: z.string().nullable(),
  leads: z.number(),
  quoted: z.number(),
  quoted_paise: z.number(),
  won: z.number(),
  won_paise: z.number(),
})

/** Leads of a source, or of a campaign of it, and what came of them. */
export type SourceFigures = z.infer<typeof source>

/** Where leads came from. */
export const sourcesQuery = figuresQuery('sources', z.array(source), { size: mostRows })

const time = z.object({ quotations: z.number(), days: z.number().nullable() })

/** The average days from leads to quotations to answers. */
export const timesQuery = figuresQuery('times', z.object({ quoted: time, accepted: time, declined: time }))

/** Orders that are open now, and how those of the period were delivered. */
export const ordersQuery = figuresQuery(
  'orders',
  z.object({
    open: z.number(),
    open_paise: z.number(),
    late: z.number(),
    late_paise: z.number(),
    on_time: z.number(),
    too_late: z.number(),
    without_day: z.number(),
  }),
)

/** Searches and views by day, or by equal parts of a long period. */
export const visitsQuery = figuresQuery(
  'visits',
  z.array(
    z.object({
      day: z.string(),
      until: z.string(),
      searched: z.number(),
      seen: z.number(),
      added: z.number(),
    }),
  ),
)
