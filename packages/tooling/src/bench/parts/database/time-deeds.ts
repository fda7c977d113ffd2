import type { Credentials } from '../../../load/site-calls.ts'
import { percentile } from '../../../load/latency-table.ts'
import { change } from './catalogue-questions.ts'
import type { Asker, Deed, Question } from './deed.ts'

/** Milliseconds that half of the answers, and nineteen of twenty, took at most. */
export interface Times {
  readonly p50: number
  readonly p95: number
}

const warmUps = 8
const times = 100

/**
 * Asks a site, one deed after the other and again from the first, and reads every answer whole. Something of the
 * catalogue changes each time before, so that the database answers and not what a server has kept.
 * @throws Error when something is not answered as it should be
 */
export async function timeDeeds(
  url: string,
  admin: Credentials,
  deeds: readonly Deed[],
): Promise<ReadonlyMap<Deed, Times>> {
  // The contract's form.
  const { supabaseKey } = (await (await fetch(`${url}/config.json`)).json()) as { supabaseKey: string }

  async function ask({ path, body, method }: Question, token?: string): Promise<string> {
    const headers = new Headers({ apikey: supabaseKey })
    if (token !== undefined) headers.set('authorization', `Bearer ${token}`)
    if (method === 'HEAD') headers.set('prefer', 'count=exact')
    if (body !== undefined) headers.set('content-type', 'application/json')
    const answer = await fetch(`${url}${path}`, {
      headers,
      method: method ?? (body === undefined ? 'GET' : 'POST'),
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${text}`)
    return text
  }
  async function tokenOf(path: string, credentials: Credentials): Promise<string> {
    // The library's form.
    const session = JSON.parse(await ask({ path, body: { ...credentials } })) as { access_token: string }
    return session.access_token
  }
  const customer = { email: 'customer@giftwell.example', password: 'a long walk in the sun' }
  const tokens: Record<Asker, string | undefined> = {
    visitor: undefined,
    customer: await tokenOf('/auth/v1/signup', customer),
    administrator: await tokenOf('/auth/v1/token?grant_type=password', admin),
  }

  const taken = new Map<Deed, number[]>(deeds.map((deed) => [deed, []]))
  for (let round = 0; round < warmUps + times; round += 1) {
    await ask(change(String(round)), tokens.administrator)
    for (const [deed, list] of taken) {
      const asked = deed.isNewEachTime === true ? deed.questions.slice(round, round + 1) : deed.questions
      if (asked.length === 0) continue
      const begin = performance.now()
      await Promise.all(asked.map(async (question) => ask(question, tokens[deed.asker])))
      if (round >= warmUps) list.push(performance.now() - begin)
    }
  }
  return new Map(
    [...taken].map(([deed, list]) => {
      const sorted = list.toSorted((one, other) => one - other)
      return [deed, { p50: percentile(sorted, 0.5), p95: percentile(sorted, 0.95) }]
    }),
  )
}
