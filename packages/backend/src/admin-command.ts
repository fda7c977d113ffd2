import { type AdministratorCommand, executeCommand } from './accounts/administrators.ts'
import { sendCommand } from './accounts/control-channel.ts'
import { type DataFolder, dataFolderAt, lockDataFolder } from './data-folder/data-folder.ts'
import type { SqlSession } from './database/database.ts'
import { openDatabase } from './database/open-database.ts'
import { removeMailsOf } from './mail/outbox.ts'
import { counted } from '@giftwell/shared/kernel/counted.ts'
import { UserFacingError } from './process/errors.ts'
import { runCommand } from './process/terminal.ts'
import { readSettings, type Settings } from './settings.ts'

const usage =
  'Usage: npm run admin -- grant EMAIL | revoke EMAIL | list | remove-second-factor EMAIL | forget EMAIL [--dry-run] | remove-demo [--dry-run] | accept-keys'

/** `npm run admin`: who is an administrator, and what is stored of a person. */
await runCommand(async (args, env) => {
  const command = parseCommand(args)
  const settings = readSettings(env)
  if (settings.hosted !== null) {
    throw new UserFacingError(
      'The administrators of a hosted project are stored there; see docs/deploy.md for the SQL.',
    )
  }
  const folder = dataFolderAt(settings.dataFolder)
  // The running server decides which database it is, not this command's environment.
  const execute = async () =>
    (await sendCommand(folder.control, command)) ?? (await executeWithoutServer(settings, folder, command))
  if (command.action === 'remove-demo' && !command.isDryRun) return removeDemo(execute)
  const lines = await execute()
  if (command.action !== 'forget') return lines
  const files = await removeMailsOf(folder.mail, command.email, command.isDryRun)
  const [exported = '', ...messages] = lines
  messages.push(`${command.isDryRun ? 'Would be erased' : 'Erased'}: ${counted(files, 'file')} with e-mails.`)
  // Only the export goes to standard output, so it can be redirected to a file.
  process.stdout.write(`${exported}\n`)
  process.stderr.write(`${messages.join('\n')}\n`)
  return []
})

/** Removes the demo in parts, each in its own transaction, so a running site answers between them. */
async function removeDemo(removePart: () => Promise<string[]>): Promise<string[]> {
  for (;;) {
    const lines = await removePart()
    if (lines.length === 0)
      return ['The demo is removed. An administrator can undo it on the dashboard for a day.']
    process.stderr.write(`${lines.join('\n')}\n`)
  }
}

function parseCommand([action, email, ...rest]: readonly string[]): AdministratorCommand {
  if ((action === 'list' || action === 'accept-keys') && email === undefined) return { action }
  if (action === 'remove-demo' && (email === undefined || email === '--dry-run') && rest.length === 0)
    return { action, isDryRun: email !== undefined }
  const isDryRun = action === 'forget' && rest.length === 1 && rest[0] === '--dry-run'
  const isKnown =
    action === 'grant' || action === 'revoke' || action === 'remove-second-factor' || action === 'forget'
  if (!isKnown || (rest.length > 0 && !isDryRun)) throw new UserFacingError(usage)
  if (email === undefined || email.trim() === '')
    throw new UserFacingError(`Name an e-mail address. ${usage}`)
  return action === 'forget' ? { action, email: email.trim(), isDryRun } : { action, email: email.trim() }
}

async function executeWithoutServer(
  settings: Settings,
  folder: DataFolder,
  command: AdministratorCommand,
): Promise<string[]> {
  const { databaseUrl } = settings
  await using stack = new AsyncDisposableStack()
  if (databaseUrl === null) {
    const { isMadeIn } = await import('./database/open-pglite.ts')
    if (!isMadeIn(folder.database)) throw notStartedYet(`the data folder ${folder.root}`)
    stack.use(lockDataFolder(folder))
  }
  const database = stack.use(await openDatabase(databaseUrl, folder.database))
  return await database.transaction(async (session) => {
    if (!(await hasAccounts(session))) throw notStartedYet('that database')
    return executeCommand(session, command)
  })
}

async function hasAccounts(session: SqlSession): Promise<boolean> {
  const { rows } = await session.query(`select to_regclass('public.profiles') is not null as made`)
  return rows[0]?.['made'] === true
}

function notStartedYet(where: string): UserFacingError {
  return new UserFacingError(`There are no accounts in ${where} yet; start the server once with "npm start".`)
}
