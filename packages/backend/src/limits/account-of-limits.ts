import { type Allowance, createAllowance } from './allowance.ts'
import { createFamiliarPlaces } from './familiar-places.ts'
import { type Limit, type LimitName, limits } from './limits.ts'
import { createSettlements } from './settlements.ts'
import { createVisitorNames } from './visitor-names.ts'

/** Who asks. */
export interface Visitor {
  /** The client's network. */
  readonly address: string
  /** The e-mail address that the request names, as the services compare it. */
  readonly email: string | null
  /** The account whose token the request brings. */
  readonly account?: string | null
}

/** What was taken for one request, until its answer says whether it counts. */
export interface Reservation {
  /** Settles with the answer's status: what does not count is given back. */
  settle(status: number): void
}

/** A request that has to wait, for so many milliseconds. */
export interface Refused extends Pick<Limit, 'tooMany'> {
  readonly wait: number
}

/** Keeps account of what visitors did. */
export interface AccountOfLimits {
  /** Takes from every allowance that the limits name, or from none. */
  reserve(names: readonly LimitName[], visitor: Visitor): Promise<Reservation | Refused>
}

/** One allowance that a request draws on, and under which name. */
interface Draft extends Pick<Limit, 'counts' | 'tooMany'> {
  readonly allowance: Allowance
  readonly name: string
}

/**
 * Every limit's allowances. What a request may cost is taken beforehand and given back afterwards, so that requests
 * that arrive at the same moment are counted too. Where only refusals count, a request that finds everything taken
 * waits for those under way: they are likely to give it back.
 */
export function createAccountOfLimits(now?: () => number): AccountOfLimits {
  const nameOf = createVisitorNames()
  const familiar = createFamiliarPlaces()
  const settlements = createSettlements()
  const allowances = new Map(
    Object.entries(limits).map(([limit, { perAddress, perPair = [], perEmail, perAccount = [] }]) => {
      const made = (rates: typeof perAddress) => rates.map((rate) => createAllowance(rate, { now }))
      const allowed = {
        perAddress: made(perAddress),
        perPair: made(perPair),
        perEmail: made(perEmail),
        perAccount: made(perAccount),
      }
      return [limit, allowed]
    }),
  )

  function draftsOf(limit: LimitName, { address, email, account = null }: Visitor): Draft[] {
    const { perAddress = [], perPair = [], perEmail = [], perAccount = [] } = allowances.get(limit) ?? {}
    const { counts, tooMany } = limits[limit]
    const drafts = (from: readonly Allowance[], known: readonly string[]) => {
      const name = nameOf(limit, ...known)
      return from.map((allowance) => ({ allowance, name, counts, tooMany }))
    }
    const pair = email === null ? null : [address, email]
    const isFamiliar = limits[limit].sparesFamiliar === true && pair !== null && familiar.has(nameOf(...pair))
    // First what a flood for one e-mail address meets: it is to take little from others at the same client address.
    return [
      ...(pair === null ? [] : drafts(perPair, pair)),
      ...(email === null || isFamiliar ? [] : drafts(perEmail, [email])),
      ...(account === null ? [] : drafts(perAccount, ['account', account])),
      ...drafts(perAddress, isFamiliar && pair !== null ? pair : [address]),
    ]
  }

  return {
    async reserve(limitNames, visitor) {
      const drafts = limitNames.flatMap((limit) => draftsOf(limit, visitor))
      for (;;) {
        const refusal = takeAll(drafts)
        if (refusal === null) break
        const { counts, tooMany, name } = refusal.draft
        const change = counts === 'refused' ? settlements.next(name) : undefined
        if (change === undefined) return { wait: refusal.wait, tooMany }
        await change
      }
      for (const { name } of drafts) settlements.begin(name)
      return {
        settle(status) {
          const outcome = status < 400 ? 'accepted' : status < 500 ? 'refused' : 'failed'
          for (const { allowance, name, counts } of drafts) if (counts !== outcome) allowance.giveBack(name)
          const isSignedIn = limitNames.includes('failedSignIn') && outcome === 'accepted'
          if (isSignedIn && visitor.email !== null) familiar.add(nameOf(visitor.address, visitor.email))
          for (const { name } of drafts) settlements.end(name)
        },
      }
    },
  }
}

/** Takes one from each allowance; when one of them has none left, from no other either. */
function takeAll(drafts: readonly Draft[]): { draft: Draft; wait: number } | null {
  for (const [place, draft] of drafts.entries()) {
    const wait = draft.allowance.take(draft.name)
    if (wait === 0) continue
    for (const { allowance, name } of drafts.slice(0, place)) allowance.giveBack(name)
    return { draft, wait }
  }
  return null
}
