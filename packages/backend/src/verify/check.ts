/** The headings of docs/deploy.md that fix a fault. */
export type Heading =
  | '1. The database'
  | '2. Accounts and e-mail'
  | '3. The website'
  | '4. Make an administrator'
  | 'Rate limits'

/** One thing that is right or wrong about a site. */
export interface Check {
  /** What holds, as a sentence. */
  readonly name: string
  /** Where docs/deploy.md says how to fix it. */
  readonly section: Heading
  /** Whether Turnstile, where it is on, refuses the request before what is checked does. */
  readonly isForHumans?: boolean
  /** Resolves with the fault, or null. */
  run(): Promise<string | null>
}

/** The result of the checks, a line each. */
export interface Report {
  readonly lines: readonly string[]
  readonly faults: number
}

/** Runs the checks one after the other; one that cannot run is a fault. */
export async function runChecks(checks: readonly Check[]): Promise<Report> {
  const lines: string[] = []
  let faults = 0
  for (const { name, section, run } of checks) {
    const fault = await run().catch((error: unknown) => `could not be checked: ${reasonOf(error)}`)
    if (fault !== null) faults += 1
    lines.push(fault === null ? `ok     ${name}` : `FAULT  ${name}: ${fault} (docs/deploy.md, "${section}")`)
  }
  return { lines, faults }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown reason'
  return error.cause instanceof Error ? `${error.message} (${error.cause.message})` : error.message
}
