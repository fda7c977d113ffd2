import type { LoadSite } from '../../../load/start-load-site.ts'

const perRequest = 600
const oldest = Date.UTC(2020, 0)
const budgets = ['Rs.10-100', 'Rs.100-500', 'Rs.500-1000', 'Rs.1000-2000', 'Rs.2000+'] as const

/**
 * Adds products to a site's catalogue until there are so many. They are older than all that is there, so that what is on
 * top stays the demo's, with pictures, themes and videos of its own on each card.
 * @throws when the site refuses them
 */
export async function addProducts({ url, admin }: LoadSite, wanted: number): Promise<void> {
  // The contract's form.
  const { supabaseKey } = (await (await fetch(`${url}/config.json`)).json()) as { supabaseKey: string }
  const send = async (path: string, token: string | undefined, body?: unknown, prefer = '') => {
    const answer = await fetch(`${url}${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        apikey: supabaseKey,
        'content-type': 'application/json',
        prefer,
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
    return answer
  }
  const signedIn = await send('/auth/v1/token?grant_type=password', undefined, admin)
  const { access_token: token } = (await signedIn.json()) as { access_token: string } // the accounts service's form
  const first = await send('/rest/v1/products?select=image_url&limit=1', token, undefined, 'count=exact')
  const [shown] = (await first.json()) as { image_url: string | null }[] // the column that was selected
  const there = Number(first.headers.get('content-range')?.split('/')[1])
  for (let number = there; number < wanted; number += perRequest) {
    const rows = Array.from({ length: Math.min(perRequest, wanted - number) }, (_, place) => ({
      name: `Brass lamp no. ${number + place}`,
      budget: budgets[place % budgets.length],
      is_sample: true,
      image_url: shown?.image_url ?? null,
      created_at: new Date(oldest - (number + place) * 1000).toISOString(),
    }))
    await send('/rest/v1/products', token, rows, 'return=minimal')
  }
}
