import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { parseArgs } from 'node:util'
import { counted } from '@giftwell/shared/kernel/counted.ts'
import { UserFacingError } from './process/errors.ts'
import { runCommand } from './process/terminal.ts'
import { verifySite } from './verify/verify-site.ts'

const usage =
  'Usage: npm run verify -- URL PUBLISHABLE_KEY [--admin EMAIL]; the password is asked for, or read from ADMIN_PASSWORD.'

/** `npm run verify`: checks a deployed site or hosted project from outside. Ends with status 1 when there is a fault. */
await runCommand(async (args) => {
  const { email, ...options } = parseCommand([...args])
  const administrator = email === null ? null : { email, password: await passwordOf(email) }
  const { lines, faults } = await verifySite({
    ...options,
    administrator,
    sendMailSecret: process.env['SEND_MAIL_SECRET'],
  })
  if (faults > 0) process.exitCode = 1
  return [...lines, faults === 0 ? 'no fault' : counted(faults, 'fault')]
})

function parseCommand(args: string[]) {
  try {
    const { positionals, values } = parseArgs({
      args,
      allowPositionals: true,
      options: { admin: { type: 'string' } },
    })
    const [url = '', publishableKey = '', ...rest] = positionals
    if (!/^https?:\/\//.test(url) || !URL.canParse(url) || publishableKey === '' || rest.length > 0)
      throw new Error(usage)
    return { url, publishableKey, email: values.admin ?? null }
  } catch {
    throw new UserFacingError(usage)
  }
}

/** Prompts on the terminal without echo, unless the environment has the password. */
async function passwordOf(email: string): Promise<string> {
  const { ADMIN_PASSWORD = '' } = process.env
  if (ADMIN_PASSWORD !== '') return ADMIN_PASSWORD
  if (!process.stdin.isTTY)
    throw new UserFacingError('There is no terminal to ask for the password; set ADMIN_PASSWORD.')
  process.stderr.write(`Password of ${email}: `)
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() })
  const terminal = createInterface({ input: process.stdin, output: silent, terminal: true })
  try {
    return await terminal.question('')
  } finally {
    terminal.close()
    process.stderr.write('\n')
  }
}
