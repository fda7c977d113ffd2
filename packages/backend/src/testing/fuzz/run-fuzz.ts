import * as fc from 'fast-check'
import { authRequest } from './auth-requests.ts'
import { type FuzzedSite, hiddenWord } from './fuzzed-site.ts'
import { weighted } from './hostile-values.ts'
import { plainRequests, restRequest } from './rest-requests.ts'
import { showsHidden, writtenBeyondRights } from './rights.ts'
import { brokenBytes, siteRequest } from './site-requests.ts'
import { storageRequest } from './storage-requests.ts'
import {
  type Answer,
  type FuzzInput,
  inOneLine,
  onTheWire,
  type Role,
  roles,
  sendBytes,
  sendNeverEnding,
} from './wire.ts'

/** The result of a run. */
export interface FuzzReport {
  readonly seed: number
  readonly sent: Readonly<Record<Role, number>>
  /** The number of responses by status; `none` are connections that ended without one. */
  readonly statuses: Readonly<Record<string, number>>
  /** Responses that showed an administrator the hidden word, which proves that the search for it works. */
  readonly shownToAdministrator: number
  /** One sentence for each violation, with its request. */
  readonly findings: readonly string[]
  readonly memory: { readonly before: NodeJS.MemoryUsage; readonly after: NodeJS.MemoryUsage }
  readonly seconds: number
}

/** Requests in flight at a time. */
const concurrency = 8
/** Every complete request must be answered within this. */
const timeoutMs = 20_000
/** The timeout of bytes after which the server may wait for more. */
const rawTimeoutMs = 300
/** A body that every service accepts, in bytes. */
const maxBodyBytes = 256 * 1024
/** Rows that only administrators may read, to prove that the hidden word can be found. */
const hiddenLeads: FuzzInput = {
  method: 'GET',
  target: '/rest/v1/leads?select=*',
  headers: [],
  body: null,
  framing: 'length',
}
/** The share of requests before the first measurement of memory, which load and compile the code, and their maximum. */
const warmUp = { share: 0.4, maximum: 600 }

const inputs = weighted<FuzzInput>(
  [50, restRequest],
  [12, authRequest],
  [18, storageRequest],
  [16, siteRequest],
  [4, brokenBytes],
)

const requiredHeaders = [
  'content-security-policy',
  'x-content-type-options',
  'referrer-policy',
  'permissions-policy',
  'x-frame-options',
]

/**
 * Sends generated requests in every role, and checks the responses, the rows and the memory.
 * @param slowMs a response that takes longer is a finding
 */
export async function runFuzz(
  site: FuzzedSite,
  requests: number,
  seed: number,
  slowMs: number,
): Promise<FuzzReport> {
  const begun = performance.now()
  const findings: string[] = []
  const statuses: Record<string, number> = {}
  const sent = { anonymous: 0, customer: 0, administrator: 0, forger: 0 }
  let shownToAdministrator = 0
  const send = async (role: Role, input: FuzzInput, index: number): Promise<void> => {
    const visitor = ['x-forwarded-for', `10.${index >> 16}.${(index >> 8) & 255}.${index & 255}`] as const
    const bytes = onTheWire(input, `127.0.0.1:${site.port}`, [...site.credentials[role], visitor])
    const sentAt = performance.now()
    sent[role] += 1
    const answer = await sendBytes(site.port, bytes, 'raw' in input ? rawTimeoutMs : timeoutMs)
    const status = String(answer.status ?? 'none')
    statuses[status] = (statuses[status] ?? 0) + 1
    if (role === 'administrator' && answer.text.includes(hiddenWord)) shownToAdministrator += 1
    const seconds = ((performance.now() - sentAt) / 1000).toFixed(1)
    if (Number(seconds) * 1000 > slowMs)
      findings.push(`${role}: was answered after ${seconds} s: ${inOneLine(input)}`)
    for (const fault of faultsOf(role, input, answer)) findings.push(`${role}: ${fault}: ${inOneLine(input)}`)
  }

  await send('administrator', hiddenLeads, 0)
  const first = Math.min(warmUp.maximum, Math.round(requests * warmUp.share))
  await all(sample(first, seed + 1), async (input, index) => send('administrator', input, index))
  const before = await site.memory()
  const share = Math.ceil((requests - first) / roles.length)
  for (const [turn, role] of roles.entries()) {
    const rows = await site.rows()
    const from = first + turn * share
    // An administrator's would empty the tables.
    const plain = role === 'administrator' ? [] : plainRequests
    await all(plain, async (input, index) => send(role, input, requests + turn * plain.length + index))
    await all(sample(share, seed + 2 + turn), async (input, index) => send(role, input, from + index))
    findings.push(...(await neverEnding(site, role)))
    findings.push(...writtenBeyondRights(role, rows, await site.rows()).map((fault) => `${role}: ${fault}`))
  }
  const ready = await fetch(`${site.process.url}/healthz`)
  if (!ready.ok) findings.push(`the site was not ready afterwards: ${ready.status}`)
  const printed = site.process.child.err.filter((line) => line.startsWith('{') && line.includes('"error":'))
  return {
    seed,
    sent,
    statuses,
    shownToAdministrator,
    findings: [...findings, ...printed.filter((line) => line.includes('"status":500'))],
    memory: { before, after: await site.memory() },
    seconds: Math.round((performance.now() - begun) / 1000),
  }
}

function sample(count: number, seed: number): FuzzInput[] {
  return fc.sample(inputs, { numRuns: count, seed })
}

async function all(
  list: readonly FuzzInput[],
  work: (input: FuzzInput, index: number) => Promise<void>,
): Promise<void> {
  // The workers share it.
  const queue = list.entries()
  const worker = async (): Promise<void> => {
    for (const [index, input] of queue) await work(input, index)
  }
  await Promise.all(Array.from({ length: concurrency }, worker))
}

function faultsOf(role: Role, input: FuzzInput, { status, headers, text, timedOut }: Answer): string[] {
  const isComplete = !('raw' in input)
  // A server that rejects a body early closes the connection, and the response may be lost.
  const isHuge = isComplete && (input.body?.byteLength ?? 0) > maxBodyBytes
  const missing = requiredHeaders.filter((name) => !headers.has(name)).join(', ')
  const faults: readonly [isSo: boolean, fault: string][] = [
    // The library responds with 501 to unsupported parts; 503 would mean a busy database.
    [(status ?? 0) >= 500 && status !== 501, `answered with ${status} ${text.slice(-300)}`],
    [timedOut && isComplete, 'was not answered in time'],
    [status === null && !timedOut && isComplete && !isHuge, 'was not answered'],
    [(status ?? 0) >= 200 && missing !== '', `was answered (${status}) without ${missing}`],
    [showsHidden(role, text), `shows what is hidden: ${text.slice(0, 1500)}`],
    [/\n\s+at .+:\d+:\d+|node_modules/.test(text), `shows its own code: ${text.slice(-500)}`],
  ]
  return faults.flatMap(([isSo, fault]) => (isSo ? [fault] : []))
}

async function neverEnding(site: FuzzedSite, role: Role): Promise<string[]> {
  const targets = [
    '/rest/v1/leads',
    '/auth/v1/token?grant_type=password',
    '/storage/v1/object/product-images/7.png',
    '/',
  ]
  const found = targets.map(async (target) => {
    const { timedOut, status } = await sendNeverEnding(site.port, target, site.credentials[role])
    if (timedOut) return [`${role}: ${target} did not end a body without an end`]
    return (status ?? 0) < 500 ? [] : [`${role}: ${target} answered a body without an end with ${status}`]
  })
  return (await Promise.all(found)).flat()
}
