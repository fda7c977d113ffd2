import { AppError } from '../../data/app-error.ts'

/** Why a list could not be read: the server's own words, or that it needs a connection, which repairs it by itself. */
export function listErrorMessage(error: Error): string {
  return error instanceof AppError && error.kind === 'offline'
    ? 'This screen needs a connection. It loads by itself once you are back online.'
    : error.message
}
