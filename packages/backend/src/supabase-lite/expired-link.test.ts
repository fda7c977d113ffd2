import { expect, it } from 'vitest'
import { authRequest } from '../testing/auth-request.ts'
import { nameExpiredLink } from './expired-link.ts'

const expired = 'https://gifts.example/catalogue#error=access_denied&error_code=otp_expired'

async function locationAfter(address: string, location: string): Promise<string | null> {
  const response = new Response(null, { status: 303, headers: { location } })
  return (await nameExpiredLink(authRequest(address, { method: 'GET' }), response)).headers.get('location')
}

it.each(['signup', 'recovery'])('an expired link of kind %s tells the page its kind', async (kind) => {
  expect(await locationAfter(`verify?type=${kind}`, expired)).toBe(`${expired}&type=${kind}`)
})

it.each([
  ['of a kind that no page offers again', 'verify?type=magiclink', expired],
  ['without a kind', 'verify', expired],
  ['that works', 'verify?type=signup', 'https://gifts.example/catalogue#access_token=a'],
  ['of another request', 'authorize?type=signup', expired],
])('the redirect of a link %s is not changed', async (_case, address, location) => {
  expect(await locationAfter(address, location)).toBe(location)
})
