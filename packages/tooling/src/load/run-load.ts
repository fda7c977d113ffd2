import type { Credentials, SiteCalls } from './site-calls.ts'
import { floodOf, type Visit, type VisitKind, visitOf } from './visit.ts'

/** What a run met. */
export interface LoadReport {
  /** Milliseconds of every request that was not limited, until its answer was read whole. */
  readonly latencies: ReadonlyMap<VisitKind, readonly number[]>
  /** How many were refused by a limit. */
  readonly limited: number
  /** What went wrong otherwise, a sentence each. */
  readonly errors: readonly string[]
  /** What the stored leads and the accepted ones do not agree in, a sentence each. */
  readonly disagreements: readonly string[]
  readonly accepted: number
}

interface LoadOptions {
  readonly site: SiteCalls
  readonly admin: Credentials
  /** How many visitors are served at once; one more floods the site from one address. */
  readonly clients: number
  /** Asked before each request. */
  readonly goesOn: (turn: number) => boolean
}

const tooMany = 429

/** Visits the site with many clients at once, each with one request at a time, and then looks at what is stored. */
export async function runLoad({ site, admin, clients, goesOn }: LoadOptions): Promise<LoadReport> {
  const surroundings = await site.prepare(Math.min(clients, 20))
  const latencies = new Map<VisitKind, number[]>()
  const accepted: string[] = []
  const errors: string[] = []
  let limited = 0

  async function send(visit: Visit): Promise<void> {
    const began = performance.now()
    const status = await site.send(visit).catch(String)
    const took = performance.now() - began
    if (status === tooMany) {
      limited += 1
      return
    }
    if (status !== visit.wanted) errors.push(`${visit.kind} (${visit.path}) answered ${status}`)
    latencies.set(visit.kind, [...(latencies.get(visit.kind) ?? []), took])
    if (visit.kind === 'inquiry' && status === visit.wanted) accepted.push(String(visit.body?.['email']))
  }

  async function visitAgainAndAgain(client: number): Promise<void> {
    for (let turn = 0; goesOn(turn); turn += 1) {
      await send(client === clients ? floodOf(client, turn) : visitOf(client, turn, surroundings))
    }
  }

  await Promise.all(Array.from({ length: clients + 1 }, async (_, client) => visitAgainAndAgain(client)))
  const stored = await site.storedLeads(admin)
  return {
    latencies,
    limited,
    errors,
    accepted: accepted.length,
    disagreements: disagreements(accepted, stored),
  }
}

/** Every accepted lead is stored exactly once, and no other is stored. */
export function disagreements(accepted: readonly string[], stored: readonly string[]): string[] {
  const times = new Map<string, number>()
  for (const email of stored) times.set(email, (times.get(email) ?? 0) + 1)
  const wanted = new Set(accepted)
  return [
    ...accepted
      .filter((email) => times.get(email) !== 1)
      .map((email) => `${email} was accepted and is stored ${times.get(email) ?? 0} times`),
    ...[...times.keys()]
      .filter((email) => !wanted.has(email))
      .map((email) => `${email} is stored and was not accepted`),
  ]
}
