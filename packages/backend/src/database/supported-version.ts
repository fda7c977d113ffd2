import { UserFacingError } from '../process/errors.ts'

/** The oldest major version of PostgreSQL whose features the migrations use. */
const oldestMajor = 15

/**
 * @param version the server's `server_version`, such as `15.4 (Debian 15.4-1)`
 * @throws UserFacingError when the server is too old
 */
export function refuseOldServer(version: string): void {
  if (Number.parseInt(version, 10) >= oldestMajor) return
  throw new UserFacingError(
    `The PostgreSQL server of DATABASE_URL is version ${version.split(' ')[0]}; Giftwell needs ${oldestMajor} or newer.`,
  )
}
