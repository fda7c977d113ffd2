import { Agent, request } from 'node:http'

import type { Called, Calls } from './calling.ts'

// Calls a site from a process of its own, so that what calling costs is not counted as the site's; it costs little,
// since answers are counted and not looked into.

// The part of the benchmarks wrote it.
const { url, requests, connections, seconds, wanted } = JSON.parse(process.argv[2] ?? '') as Calls
const agent = new Agent({ keepAlive: true, maxSockets: connections })
const { hostname, port } = new URL(url)

let turn = 0

async function call(): Promise<void> {
  turn += 1
  const asked = requests[turn % requests.length] ?? { path: '/', headers: {} }
  const { headers } = asked
  const path = asked.path.replace('TURN', String(turn).padStart(12, '0'))
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  request({ agent, hostname, port, path, headers }, (answer) => {
    if (answer.statusCode !== wanted) reject(new Error(`${path} answered ${answer.statusCode}`))
    answer.on('error', reject).on('end', resolve).resume()
  })
    .on('error', reject)
    .end()
  return promise
}

/** Calls until the time is up; the milliseconds of each call. */
async function callFor(milliseconds: number): Promise<number[]> {
  const taken: number[] = []
  const end = performance.now() + milliseconds
  const connection = async (): Promise<void> => {
    while (performance.now() < end) {
      const began = performance.now()
      await call()
      taken.push(performance.now() - began)
    }
  }
  await Promise.all(Array.from({ length: connections }, connection))
  return taken
}

await callFor(500)
const began = performance.now()
const taken = (await callFor(seconds * 1000)).toSorted((a, b) => a - b)
const called: Called = {
  perSecond: (taken.length / (performance.now() - began)) * 1000,
  p50: taken[Math.floor(taken.length * 0.5)] ?? Number.NaN,
  p95: taken[Math.floor(taken.length * 0.95)] ?? Number.NaN,
}
process.stdout.write(JSON.stringify(called))
agent.destroy()
