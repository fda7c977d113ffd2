import { type AdministratorOrder, carryOut } from './accounts/administrators.ts'
import { giveOrder } from './accounts/control-channel.ts'
import { dataFolderAt, type DataFolder } from './data-folder/data-folder.ts'
import { lockDataFolder } from './data-folder/lock-data-folder.ts'
import type { Database, SqlSession } from './database/database.ts'
import { UserFacingError } from './process/errors.ts'
import { readSettings, type Settings } from './settings.ts'

const usage = 'Usage: npm run admin -- grant EMAIL | revoke EMAIL | list'

/** `npm run admin`: prints what is so now and ends with 0, or says why not and ends with 1. */
async function runAdminCommand(words: readonly string[], env: NodeJS.ProcessEnv): Promise<string[]> {
  const order = orderIn(words)
  const settings = readSettings(env)
  if (settings.hosted !== null) {
    throw new UserFacingError(
      'The administrators of a hosted project are kept there; see docs/deploy.md for the SQL.',
    )
  }
  const folder = dataFolderAt(settings.dataFolder)
  // The running server knows its database, whatever this command's environment says.
  const answer = await giveOrder(folder.control, order)
  return answer ?? (await carryOutAlone(settings, folder, order))
}

function orderIn([action, email, ...rest]: readonly string[]): AdministratorOrder {
  if (action === 'list' && email === undefined) return { action }
  if ((action !== 'grant' && action !== 'revoke') || rest.length > 0) throw new UserFacingError(usage)
  if (email === undefined || email.trim() === '') throw new UserFacingError(`Whose? ${usage}`)
  return { action, email: email.trim() }
}

async function carryOutAlone(
  settings: Settings,
  folder: DataFolder,
  order: AdministratorOrder,
): Promise<string[]> {
  if (settings.databaseUrl !== null) {
    const { openPostgres } = await import('./database/open-postgres.ts')
    return carryOutOn(await openPostgres(settings.databaseUrl), order)
  }
  const { isMadeIn, openPglite } = await import('./database/open-pglite.ts')
  if (!isMadeIn(folder.database)) throw notStartedYet(`the data folder ${folder.root}`)
  const lock = lockDataFolder(folder)
  try {
    return await carryOutOn(await openPglite(folder.database), order)
  } finally {
    lock.release()
  }
}

async function carryOutOn(database: Database, order: AdministratorOrder): Promise<string[]> {
  try {
    return await database.transaction(async (session) => {
      if (!(await hasAccounts(session))) throw notStartedYet('that database')
      return carryOut(session, order)
    })
  } finally {
    await database.close()
  }
}

async function hasAccounts(session: SqlSession): Promise<boolean> {
  const { rows } = await session.query(`select to_regclass('public.profiles') is not null as made`)
  return rows[0]?.['made'] === true
}

function notStartedYet(where: string): UserFacingError {
  return new UserFacingError(`There are no accounts in ${where} yet; start the server once with "npm start".`)
}

try {
  const lines = await runAdminCommand(process.argv.slice(2), process.env)
  process.stdout.write(`${lines.join('\n')}\n`)
} catch (error) {
  process.stderr.write(`${error instanceof UserFacingError ? error.message : String(error)}\n`)
  process.exitCode = 1
}
