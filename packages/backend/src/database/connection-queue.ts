/** Gives one thing to one user after another, in the order of asking. */
export interface ConnectionQueue {
  /**
   * Waits for its turn and returns how to end it.
   * @throws Error with the SQLSTATE 53300 (too many connections) when the turn does not come in time, so that a
   * caller who waits for himself fails instead of stopping everyone for ever.
   */
  take(): Promise<() => void>
}

/** @param patience how long a caller waits for its turn, in milliseconds */
export function createConnectionQueue(patience = 30_000): ConnectionQueue {
  let last: Promise<unknown> = Promise.resolve()
  return {
    async take() {
      const before = last
      const { promise: ended, resolve: end } = Promise.withResolvers<void>()
      last = before.then(() => ended)
      let waiting: NodeJS.Timeout | undefined
      const tooLate = new Promise<never>((_, reject) => {
        waiting = setTimeout(() => reject(new DatabaseBusyError()), patience)
      })
      try {
        await Promise.race([before, tooLate])
        return end
      } catch (error) {
        // The turn comes some day and must not find a user who has gone.
        end()
        throw error
      } finally {
        clearTimeout(waiting)
      }
    },
  }
}

/** The database did not become free in time. */
class DatabaseBusyError extends Error {
  override readonly name = 'DatabaseBusyError'
  readonly code = '53300'
  constructor() {
    super('The database is busy.')
  }
}
