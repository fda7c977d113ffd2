import { readFile, writeFile } from 'node:fs/promises'
import { cpus } from 'node:os'
import { join } from 'node:path'

import { repositoryRoot } from '../repository-root.ts'
import type { FinishedSuite } from './suite.ts'

const document = join(repositoryRoot, 'docs', 'performance.md')
const shownFiles = 5

/** The seconds of each suite and of its slowest files, as a Markdown table. */
export function secondsTable(finished: readonly FinishedSuite[]): string {
  const rows = finished
    .toSorted((one, other) => other.seconds - one.seconds)
    .map(({ name, seconds, files = {} }) => {
      const slowest = Object.entries(files)
        .toSorted(([, one], [, other]) => other - one)
        .slice(0, shownFiles)
        .map(([file, ms]) => `\`${file}\` ${Math.round(ms / 1000)}`)
      return `| \`${name}\` | ${Math.round(seconds)} | ${slowest.join(', ')} |`
    })
  return ['| suite | seconds | its slowest files |', '| --- | ---: | --- |', ...rows].join('\n')
}

/** Writes the table into docs/performance.md, with the machine and the whole time. */
export async function recordSeconds(finished: readonly FinishedSuite[], totalSeconds: number): Promise<void> {
  const text = await readFile(document, 'utf8')
  const [start, end] = ['<!-- suites -->', '<!-- /suites -->']
  const machine = `${cpus().length} cores (${cpus()[0]?.model ?? 'unknown'})`
  const whole = `${Math.floor(totalSeconds / 60)} min ${Math.round(totalSeconds % 60)} s in all, on ${machine}.`
  const section = `${start}\n\n${whole}\n\n${secondsTable(finished)}\n\n${end}`
  await writeFile(
    document,
    text.replace(new RegExp(`${start}[^]*${end}`), () => section),
  )
}
