import { describe, expect, it, test } from 'vitest'

import { runChecks } from './check.ts'
import { domainOf, mailRecordChecks, type ResolveTxt } from './mail-record-checks.ts'

const key = `v=DKIM1; k=rsa; p=${Buffer.alloc(294, 7).toString('base64')}`
const right = {
  'gifts.example': [['google-site-verification=abc'], ['v=spf1 include:mail.example ~all']],
  'mail.example': [['v=spf1 ip4:192.0.2.0/24 -all']],
  // Providers split long records.
  'k1._domainkey.gifts.example': [[key.slice(0, 200), key.slice(200)]],
  '_dmarc.gifts.example': [['v=DMARC1; p=quarantine; rua=mailto:post@gifts.example']],
}
type Zone = Readonly<Record<string, readonly (readonly string[])[] | string>>

/** Answers as node:dns does: a text is the code of a failure, and a name that the zone does not have is NXDOMAIN. */
function fakeDns(zone: Zone): ResolveTxt {
  return async (name) => {
    const answer = zone[name] ?? 'ENOTFOUND'
    if (typeof answer !== 'string') return answer.map((chunks) => [...chunks])
    throw Object.assign(new Error(`queryTxt ${answer} ${name}`), {
      code: answer,
      syscall: 'queryTxt',
      hostname: name,
    })
  }
}

async function linesOf(changes: Zone, selectors: readonly string[] = []): Promise<readonly string[]> {
  const { checks, notes } = await mailRecordChecks(
    'gifts.example',
    selectors,
    fakeDns({ ...right, ...changes }),
  )
  const { lines } = await runChecks([['mail', checks]], () => true)
  return [...lines, ...notes]
}
const faultsOf = async (changes: Zone, selectors?: readonly string[]) =>
  (await linesOf(changes, selectors)).filter((line) => line.startsWith('FAULT'))

it('right records are no fault, and what the DNS does not tell is said', async () => {
  expect(await linesOf({})).toEqual([
    'ok     SPF of gifts.example is one record',
    'ok     DKIM of gifts.example has a key for k1',
    'ok     DMARC of gifts.example is one record',
    expect.stringMatching(/^note {3}SPF of gifts\.example: whether it names your mail server cannot be seen/),
  ])
})

describe('a fault is said with what to set', () => {
  const ofSpf = (...records: readonly string[]): Zone => ({
    'gifts.example': records.map((record) => [record]),
  })
  const includes = (count: number) =>
    Array.from({ length: count }, (_, n) => `include:${n}.example`).join(' ')
  test.each<[what: string, changes: Zone, fault: RegExp]>([
    [
      'no domain (NXDOMAIN)',
      { 'gifts.example': 'ENOTFOUND' },
      /SPF .+: there is none: publish a TXT record of gifts\.example like "v=spf1/,
    ],
    ['no TXT record (NODATA)', { 'gifts.example': 'ENODATA' }, /SPF .+: there is none/],
    [
      'a name server that fails (SERVFAIL)',
      { 'gifts.example': 'ESERVFAIL' },
      /SPF .+ does not answer for gifts\.example \(ESERVFAIL\): try again/,
    ],
    [
      'a name server that does not answer',
      { '_dmarc.gifts.example': 'ETIMEOUT' },
      /DMARC .+ does not answer for _dmarc\.gifts\.example \(ETIMEOUT\)/,
    ],
    ['another version of SPF', ofSpf('v=spf10 -all'), /SPF .+: there is none/],
    [
      'two SPF records',
      ofSpf('v=spf1 mx ~all', 'v=spf1 include:mail.example -all'),
      /SPF .+: there are 2, so receivers count none .+: merge them/,
    ],
    ['SPF for everyone', ofSpf('v=spf1 mx +all'), /lets every server send in your name/],
    ['SPF without an end', ofSpf('v=spf1 mx'), /says nothing about other servers: end it with ~all/],
    ['neutral SPF', ofSpf('v=spf1 mx ?all'), /is neutral to every server/],
    [
      'an include without a record',
      ofSpf('v=spf1 include:gone.example ~all'),
      /"include:gone\.example" leads to no SPF record/,
    ],
    [
      'eleven lookups',
      {
        ...ofSpf(`v=spf1 ${includes(4)} a mx ~all`),
        ...Object.fromEntries(
          [0, 1, 2, 3].map((n) => [`${n}.example`, [[`v=spf1 a exists:x${n}.example -all`]]]),
        ),
      },
      /it needs 14 lookups, and receivers make 10 at most/,
    ],
    [
      'no DMARC record',
      { '_dmarc.gifts.example': 'ENODATA' },
      /DMARC .+: there is none: publish a TXT record at _dmarc\.gifts\.example like "v=DMARC1; p=none/,
    ],
    [
      'two DMARC records',
      { '_dmarc.gifts.example': [['v=DMARC1; p=none'], ['v=DMARC1; p=reject']] },
      /DMARC .+: there are 2 at _dmarc/,
    ],
    [
      'DMARC without a policy',
      { '_dmarc.gifts.example': [['v=DMARC1; rua=mailto:a@b.example']] },
      /has no policy: write p=none/,
    ],
    ['a revoked key', { 'k1._domainkey.gifts.example': [['v=DKIM1; p=']] }, /DKIM .+ is revoked/],
    [
      'a key that was cut off',
      { 'k1._domainkey.gifts.example': [[key.slice(0, 60)]] },
      /DKIM .+ is cut off, or shorter than 1024 bits/,
    ],
  ])('%s', async (_what, changes, fault) => {
    const faults = await faultsOf(changes)
    expect(faults).toHaveLength(1)
    expect(faults[0]).toMatch(fault)
    expect(faults[0]).toMatch(/\(docs\/deploy\.md, "SPF, DKIM and DMARC"\)$/)
  })
})

it('a selector that was named has to be there, and without one only what is found is judged', async () => {
  expect(await faultsOf({}, ['mine'])).toEqual([
    expect.stringMatching(/DKIM .+ for mine: there is none: publish .+ at mine\._domainkey\.gifts\.example/),
  ])
  const lines = await linesOf({ 'k1._domainkey.gifts.example': 'ENOTFOUND' })
  expect(lines.filter((line) => line.startsWith('FAULT'))).toEqual([])
  expect(lines).toContainEqual(
    expect.stringMatching(/^note .+does not list selectors: name yours with --dkim/),
  )
})

it('DMARC of the domain above holds for one below, and p=none is said to watch only', async () => {
  const { checks, notes } = await mailRecordChecks(
    'post.gifts.example',
    [],
    fakeDns({ '_dmarc.gifts.example': [['v=DMARC1; p=reject; sp=none']] }),
  )
  const { lines } = await runChecks([['mail', checks]], () => true)
  expect(lines).toContain('ok     DMARC of post.gifts.example is one record')
  expect(notes).toContainEqual(expect.stringMatching(/p=none only watches/))
})

it('the domain of a sender is that of the address, with or without a name', () => {
  expect(domainOf('Giftwell <no-reply@Gifts.example>')).toBe('gifts.example')
  expect(domainOf('post@gifts.co.in')).toBe('gifts.co.in')
  expect(domainOf('no-reply@localhost')).toBeNull()
})
