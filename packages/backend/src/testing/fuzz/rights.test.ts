import { expect, it } from 'vitest'
import { hiddenWord, type Rows } from './fuzzed-site.ts'
import { showsHidden, writtenBeyondRights } from './rights.ts'

const before: Rows = new Map([
  ['public.products', [{ id: '1', name: 'Mug' }]],
  ['public.leads', [{ id: '1', name: 'Person' }]],
  [
    'public.profiles',
    [
      { id: '1', is_admin: 'true' },
      { id: '2', is_admin: 'false' },
    ],
  ],
  ['auth.users', [{ id: '1', created_at: 'then', last_sign_in_at: null }]],
])

/** The same rows, with one table's replaced. */
const changed = (table: string, rows: Record<string, string | null>[]): Rows =>
  new Map(before).set(table, rows)

it('writtenBeyondRights is empty without changes', () => {
  expect(writtenBeyondRights('anonymous', before, before)).toEqual([])
})

it.each<[string, string, Record<string, string | null>[]]>([
  ['a product that was changed', 'public.products', [{ id: '1', name: 'Cup' }]],
  ['a product that was removed', 'public.products', []],
  [
    'a product that was added',
    'public.products',
    [
      { id: '1', name: 'Mug' },
      { id: '2', name: 'Pen' },
    ],
  ],
  ['a lead that was changed', 'public.leads', [{ id: '1', name: 'Other' }]],
  [
    'a profile that became an administrator’s',
    'public.profiles',
    [
      { id: '1', is_admin: 'true' },
      { id: '2', is_admin: 'true' },
    ],
  ],
  ['an account that is gone', 'auth.users', []],
])('writtenBeyondRights finds %s', (_, table, rows) => {
  expect(writtenBeyondRights('customer', before, changed(table, rows))).not.toEqual([])
})

it('writtenBeyondRights allows inquiries and sign-ins, and administrators to change products but no lead', () => {
  const lead = [
    { id: '1', name: 'Person' },
    { id: '2', name: 'New' },
  ]
  expect(writtenBeyondRights('anonymous', before, changed('public.leads', lead))).toEqual([])
  const user = [{ id: '1', created_at: 'then', last_sign_in_at: 'now' }]
  expect(writtenBeyondRights('anonymous', before, changed('auth.users', user))).toEqual([])
  expect(writtenBeyondRights('administrator', before, changed('public.products', []))).toEqual([])
  expect(writtenBeyondRights('administrator', before, changed('public.leads', []))).not.toEqual([])
})

it('showsHidden finds a hidden row in a response to any role but an administrator', () => {
  expect(showsHidden('customer', `[{"name":"${hiddenWord}"}]`)).toBe(true)
  expect(showsHidden('customer', '[{"name":"Mug"}]')).toBe(false)
  expect(showsHidden('administrator', hiddenWord)).toBe(false)
})
