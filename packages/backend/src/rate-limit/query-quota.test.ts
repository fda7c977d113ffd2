import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { catalogueQueryKey, createQueryQuota } from './limit-requests.ts'
import { createMemoryQuotas } from './rate-limiter.ts'

function quotaAt(start = 0) {
  let time = start
  const now = (): number => time
  const quota = createQueryQuota(createMemoryQuotas(now), now)
  return {
    after(seconds: number) {
      time += seconds * 1000
    },
    /** How many of so many new queries are allowed. */
    async askNew(count: number, client = 'a', prefix = `${time}`) {
      const asked = Array.from({ length: count }, async (_, place) =>
        quota.take(client, `${prefix} ${place}`),
      )
      return (await Promise.all(asked)).filter((wait) => wait === 0).length
    },
    take: quota.take,
  }
}

describe('the quota of queries', () => {
  it('allows 120 distinct queries in a minute and 600 in an hour', async () => {
    const { askNew, after } = quotaAt()
    expect(await askNew(130)).toBe(120)
    let asked = 120
    for (let minute = 1; minute < 5; minute += 1) {
      after(60)
      asked += await askNew(120)
    }
    expect(asked).toBe(600)
    after(60)
    // Over the hour one is free each six seconds; fifty are by now.
    expect(await askNew(120)).toBe(50)
    after(3600)
    expect(await askNew(130)).toBe(120)
  })

  it('takes nothing for a query that was asked within the hour, also when it is used up', async () => {
    const { askNew, take, after } = quotaAt()
    expect(await take('a', 'Diwali')).toBe(0)
    expect(await askNew(130)).toBe(119)
    expect(await take('a', 'Diwali')).toBe(0)
    expect(await take('a', 'Onboarding')).toBeGreaterThan(0)
    after(3600)
    expect(await askNew(120)).toBe(120)
    expect(await take('a', 'Diwali')).toBeGreaterThan(0)
  })

  it('is separate for each client', async () => {
    const { askNew } = quotaAt()
    expect([await askNew(200, 'flood'), await askNew(20, 'other')]).toEqual([120, 20])
  })
})

describe('people who browse', () => {
  /** As many values in each section as the demo catalogue has, and what a section depends on. */
  const sections = { industry: 10, category: 12, budget: 5, theme: 12, doctorType: 10 }

  /** The queries of one visit: choices and changes in random sections, and prefetches by the pointer between them. */
  const visit = (length: number) =>
    fc.array(
      fc.tuple(
        fc.constantFrom(...Object.keys(sections)),
        fc.nat({ max: 11 }),
        fc.nat({ max: 3 }),
        fc.boolean(),
      ),
      { minLength: length, maxLength: length },
    )

  function queriesOf(steps: readonly (readonly [string, number, number, boolean])[]): string[][] {
    const chosen = new Map<string, number>()
    return steps.map(([section, value, hovered, isCleared]) => {
      const values = sections[section as keyof typeof sections]
      const asking = (index: number) =>
        catalogueQueryKey({
          method: 'GET',
          path: '/rest/v1/rpc/catalogue_page',
          query: new URLSearchParams(
            [...new Map(chosen).set(section, index % values)].map(([name, value]) => [name, `${value}`]),
          ),
        }) ?? ''
      const prefetched = Array.from({ length: hovered }, (_, place) => asking(value + place + 1))
      if (isCleared) chosen.clear()
      chosen.set(section, value % values)
      return [...prefetched, asking(value)]
    })
  }

  it('never meet the quota alone: a choice every five seconds for twenty minutes', async () => {
    await fc.assert(
      fc.asyncProperty(visit(240), async (steps) => {
        const { take, after } = quotaAt()
        for (const queries of queriesOf(steps)) {
          for (const query of queries) expect(await take('a', query)).toBe(0)
          after(5)
        }
      }),
      { seed: 20_261_123, numRuns: 5 },
    )
  })

  it('never meet it as twenty colleagues behind one address: twelve choices each within ten minutes', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(visit(12), { minLength: 20, maxLength: 20 }), async (colleagues) => {
        const { take, after } = quotaAt()
        const visits = colleagues.map(queriesOf)
        for (let step = 0; step < 12; step += 1) {
          for (const queries of visits) {
            for (const query of queries[step] ?? []) expect(await take('office', query)).toBe(0)
            after(2.5)
          }
        }
      }),
      { seed: 20_261_123, numRuns: 5 },
    )
  })
})

describe('the query of a request', () => {
  const ask = (
    query: string,
    method = 'GET',
    body: string | null = null,
    path = '/rest/v1/rpc/catalogue_page',
  ) =>
    catalogueQueryKey(
      { method, path, query: new URLSearchParams(query) },
      body === null ? null : Buffer.from(body),
    )

  const productPage = '/rest/v1/rpc/product_page'

  it('is the same in any order of its filters, for any size of the answer or product of it, and by GET, HEAD and POST', () => {
    const query = ask('theme=Diwali&industry=Banking')
    expect(query).not.toBeNull()
    for (const same of [
      ask('industry=Banking&page_size=5&theme=Diwali&after=1.x&counts=true&facts=true'),
      ask('industry=Banking&theme=Diwali', 'HEAD'),
      ask('', 'POST', '{"theme":"Diwali","industry":"Banking","budget":null,"page_size":48}'),
      ask('', 'POST', '\ufeff{"theme":"Diwali","industry":"Banking"}'),
      ask('industry=Banking&theme=Diwali', 'GET', null, '/rest/v1/rpc/catalogue_page/'),
      ask('product=1a2b3c4d5e6f&filters={"theme":"Diwali","industry":"Banking"}', 'GET', null, productPage),
      ask(
        '',
        'POST',
        '{"product":"x","filters":"{\\"theme\\":\\"Diwali\\",\\"industry\\":\\"Banking\\"}"}',
        productPage,
      ),
    ]) {
      expect(same).toBe(query)
    }
  })

  it('is another one in another order, which shows other products', () => {
    const product = (filters: string) =>
      ask(`product=1a2b3c4d5e6f&filters=${filters}`, 'GET', null, productPage)
    expect(new Set([ask(''), ask('sort=name'), ask('sort=budget-asc')]).size).toBe(3)
    expect(product('{"sort":"name"}')).toBe(ask('sort=name'))
  })

  it('is that of a search for its report, so that others than those that were asked cost', () => {
    const report = '/rest/v1/rpc/report_missed_search'
    expect(ask('', 'POST', '{"q":"drone"}', report)).toBe(ask('q=drone&page_size=48&counts=true'))
    expect(ask('', 'POST', '{"q":"drones"}', report)).not.toBe(ask('q=drone'))
  })

  it('is another one for other filters, in any form of the call', () => {
    const queries = [
      ask(''),
      ask('theme=Diwali'),
      ask('theme=Diwali&theme=Onboarding'),
      ask('industry=Diwali'),
      ask('', 'POST', '{"theme":"Onboarding"}'),
      ask('', 'POST', '[{"theme":"Diwali"},{"theme":"Onboarding"}]'),
      ask('', 'POST', 'theme=Onboarding'),
      ask('product=1a2b3c4d5e6f&filters={"theme":"Wellness"}', 'GET', null, productPage),
      ask('product=1a2b3c4d5e6f&filters=theme', 'GET', null, productPage),
    ]
    expect(new Set(queries).size).toBe(queries.length)
  })

  it('is another one for other keys of shared links', () => {
    const shared = '/rest/v1/rpc/shared_products'
    const queries = [
      ask('product=1a2b3c4d5e6f', 'GET', null, productPage),
      ask('product=1a2b3c4d5e6f&share=one', 'GET', null, productPage),
      ask('product=1a2b3c4d5e6f&share=two', 'GET', null, productPage),
      ask('', 'POST', '{"items":[{"id":"1","key":"one"}]}', shared),
      ask('', 'POST', '{"items":[{"id":"1","key":"two"}]}', shared),
    ]
    expect(new Set(queries).size).toBe(queries.length)
    expect(queries).not.toContain(null)
  })

  it('is none for other requests', () => {
    expect(ask('', 'GET', null, '/rest/v1/rpc/catalogue_filters')).toBeNull()
    expect(ask('', 'OPTIONS')).toBeNull()
  })
})
