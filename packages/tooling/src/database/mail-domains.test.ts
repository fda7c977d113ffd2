import allDomains from 'email-providers/all.json' with { type: 'json' }
import { expect, it } from 'vitest'

import { readMigrations } from '../repository/released-migrations.ts'

it('a migration lists every public mail host of the package', async () => {
  const { found } = await readMigrations()
  const scripts = Object.values(found).filter(({ script }) =>
    script.includes('insert into private.public_mail_domains'),
  )
  const listed = new Set(scripts.flatMap(({ script }) => script.match(/[a-z\d.-]+/g) ?? []))
  const ascii = allDomains.filter((domain: string) => /^[a-z\d.-]+$/.test(domain))
  expect(ascii.length).toBeGreaterThan(8000)
  expect(ascii.filter((domain: string) => !listed.has(domain))).toEqual([])
})
