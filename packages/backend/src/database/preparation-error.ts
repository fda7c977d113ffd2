import { errorCode, UserFacingError } from '../process/errors.ts'

const insufficientPrivilege = '42501'
const duplicateSchema = '42P06'

/**
 * Rethrows the error of a database that cannot be prepared, in words where its administrator can fix it. The server's
 * messages hold names of roles and objects only.
 */
export function explainPreparationError(error: unknown): never {
  if (!(error instanceof Error)) throw error
  switch (errorCode(error)) {
    case insufficientPrivilege:
      throw new UserFacingError(
        `The user of DATABASE_URL may not prepare the database: ${error.message}. The server's administrator grants what is missing with docs/roles.sql.`,
      )
    case duplicateSchema:
      throw new UserFacingError(`The database of DATABASE_URL cannot be prepared: ${error.message}.`)
    default:
      throw error
  }
}
