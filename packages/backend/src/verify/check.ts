import { type Answer, described } from './actor.ts'

/** One thing that is right or wrong about a site. */
export interface Check {
  /** What holds, as a sentence. */
  readonly name: string
  /** Whether Turnstile, where it is on, refuses the request before what is checked does. */
  readonly isForHumans?: boolean
  /** Resolves with the fault, or null. */
  run(): Promise<string | null>
}

/** The headings of docs/deploy.md that fix a fault. */
export const headings = {
  database: '1. The database',
  accounts: '2. Accounts and e-mail',
  queuedMail: 'E-mails about leads',
  website: '3. The website',
  administrator: '4. Make an administrator',
  limits: 'Rate limits',
  mail: 'SPF, DKIM and DMARC',
} as const

/** Checks by the heading that fixes their faults. */
export type Checks = readonly (readonly [keyof typeof headings, readonly Check[]])[]

/** The result of the checks, a line each. */
export interface Report {
  readonly lines: readonly string[]
  readonly faults: number
}

/** Runs the checks one after the other; one that cannot run is a fault. */
export async function runChecks(groups: Checks, isWanted: (check: Check) => boolean): Promise<Report> {
  const lines: string[] = []
  let faults = 0
  for (const [heading, checks] of groups) {
    for (const check of checks.filter(isWanted)) {
      const fault = await check.run().catch((error: unknown) => `could not be checked: ${reasonOf(error)}`)
      if (fault !== null) faults += 1
      const fix = `(docs/deploy.md, "${headings[heading]}")`
      lines.push(fault === null ? `ok     ${check.name}` : `FAULT  ${check.name}: ${fault} ${fix}`)
    }
  }
  return { lines, faults }
}

/** The fault of an answer that is not the right one. */
export function faultUnless(isRight: boolean, answer: Answer): string | null {
  return isRight ? null : `it is answered with ${described(answer)}`
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown reason'
  return error.cause instanceof Error ? `${error.message} (${error.cause.message})` : error.message
}
