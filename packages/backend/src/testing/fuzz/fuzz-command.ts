import { parseArgs } from 'node:util'
import { UserFacingError } from '../../process/errors.ts'
import { runCommand } from '../../process/terminal.ts'
import { startFuzzedSite } from './fuzzed-site.ts'
import { runFuzz } from './run-fuzz.ts'

const slowMs = 2000

/**
 * `npm run fuzz -- --requests 10000 --seed 7`: sends generated requests to its own server and prints the findings. With
 * `DATABASE_URL` it uses that database, which must be empty and is not cleaned up.
 */
await runCommand(async (words) => {
  const { values } = parseArgs({
    args: [...words],
    options: { requests: { type: 'string', default: '10000' }, seed: { type: 'string', default: '1' } },
  })
  const [requests, seed] = [Number(values.requests), Number(values.seed)]
  if (!Number.isInteger(requests) || requests < 1000 || !Number.isInteger(seed)) {
    throw new UserFacingError(
      'Usage: npm run fuzz -- [--requests 10000] [--seed 1], with at least 1,000 requests',
    )
  }
  const site = await startFuzzedSite(process.env['DATABASE_URL'])
  try {
    const { findings, memory, statuses, sent, seconds } = await runFuzz(site, requests, seed, slowMs)
    const mebibytes = (bytes: number): string => `${Math.round(bytes / 1024 / 1024)} MiB`
    if (findings.length > 0) process.exitCode = 1
    return [
      `${Object.values(sent).reduce((sum, count) => sum + count)} requests with seed ${seed} in ${seconds} s`,
      Object.entries(statuses)
        .map(([status, count]) => `${status}: ${count}`)
        .join(', '),
      `memory before and after: ${mebibytes(memory.before.rss)} and ${mebibytes(memory.after.rss)}; of it JavaScript’s: ${mebibytes(memory.before.heapUsed)} and ${mebibytes(memory.after.heapUsed)}`,
      `${findings.length} findings`,
      ...findings,
    ]
  } finally {
    await site.close()
  }
})
