import { access, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Caller } from '../accounts/caller.ts'
import { authRequest } from '../testing/auth-request.ts'
import { createNewPassword } from './new-password.ts'

let folder: string
let file: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'giftwell-credentials-'))
  file = join(folder, 'admin.json')
  await writeFile(file, JSON.stringify({ email: 'Admin@giftwell.test', password: 'first one' }))
})
afterEach(async () => rm(folder, { recursive: true }))

const newPassword = authRequest('user', { method: 'PUT', fields: { password: 'another one' } })

/** Whether the file is left after the response to a request of the account with this address. */
async function isLeft({
  request = newPassword,
  status = 200,
  email = 'admin@giftwell.test',
  caller = { kind: 'account', id: 'a1' } as Caller,
}): Promise<boolean> {
  const query = async () => Promise.resolve({ rows: [{ email }] })
  const complete = createNewPassword(query, () => caller, file)
  expect((await complete(request, new Response('{}', { status }))).status).toBe(status)
  return access(file).then(
    () => true,
    () => false,
  )
}

it('the first administrator’s file is removed with the new password of its account', async () => {
  expect(await isLeft({})).toBe(false)
})

it('the first administrator’s file is left by a rejected change, another field, another account and no account', async () => {
  expect(await isLeft({ status: 422 })).toBe(true)
  expect(await isLeft({ request: authRequest('user', { method: 'PUT', fields: { data: {} } }) })).toBe(true)
  expect(await isLeft({ email: 'buyer@giftwell.test' })).toBe(true)
  expect(await isLeft({ caller: { kind: 'anyone' } })).toBe(true)
})
