import { type ClientBase, type Connection, type PoolClient, Query } from 'pg'
import { errorCode } from '../process/errors.ts'
import type { AcquiredSession } from './database.ts'
import { parameterText } from './text-format.ts'
import {
  DatabaseBusyError,
  LostConnectionError,
  noteUnavailable,
  StatementTimeoutError,
} from './request-context.ts'

const writes = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE'])

/** The connection of a server that has not ended a statement this long after its time limit is closed. */
const graceMs = 1000

interface SessionParts {
  readonly lost: WeakSet<ClientBase>
  readonly describeTypes: (client: ClientBase, text: string) => Promise<readonly number[]>
  /** Zero for none. */
  readonly timeLimitMs: number
}

/**
 * A session on a connection. Each statement ends with StatementTimeoutError after the time limit: the server ends it by
 * its own timeout, or else its connection is closed.
 */
export function createServerSession(client: PoolClient, parts: SessionParts): AcquiredSession {
  const { lost, describeTypes, timeLimitMs } = parts
  const attempt = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    let isLate = false
    const giveUp = (): void => {
      isLate = true
      client.connection.stream.destroy()
    }
    const timer = timeLimitMs === 0 ? undefined : setTimeout(giveUp, timeLimitMs + graceMs)
    try {
      return await work()
    } catch (error) {
      const timedOut = isLate ? new StatementTimeoutError() : timeoutOf(error)
      if (timedOut !== null) throw noteUnavailable(timedOut)
      if (!endsSession(error) && !lost.has(client)) throw error
      lost.add(client)
      throw noteUnavailable(new LostConnectionError(error))
    } finally {
      // It is destroyed even if an answer came meanwhile.
      if (isLate) lost.add(client)
      clearTimeout(timer)
    }
  }
  return {
    query: async (text, parameters = []) =>
      attempt(async () => {
        // Only the text of a list depends on its type.
        const types = parameters.some(Array.isArray) ? await describeTypes(client, text) : []
        const { rows, command, rowCount } = await client.query<Record<string, unknown>>(
          text,
          parameters.map((value, index) => asText(value, types[index] ?? 0)),
        )
        return writes.has(command) ? { rows, affectedRows: rowCount ?? 0 } : { rows }
      }),
    async run(script) {
      await attempt(async () => client.query(script))
    },
    // A connection with an open transaction must not be reused.
    release: () => client.release(lost.has(client) || client.getTransactionStatus() !== 'I'),
  }
}

function asText(value: unknown, type: number): string | null {
  return value === null || value === undefined ? null : parameterText(value, type)
}

/** The error of a request that the server ended by one of its timeouts, or null. */
function timeoutOf(error: unknown): StatementTimeoutError | DatabaseBusyError | null {
  switch (errorCode(error)) {
    case '57014': // query_canceled
    case '25P03': // idle_in_transaction_session_timeout
      return new StatementTimeoutError()
    case '55P03': // lock_not_available
      return new DatabaseBusyError()
    default:
      return null
  }
}

/** SQLSTATEs that end a session or reject a new one: connection exceptions, shutdown, startup. */
const lostSessionCodes = /^(?:08...|57P0[1-5])$/

function endsSession(error: unknown): boolean {
  return lostSessionCodes.test(errorCode(error) ?? '')
}

/**
 * Describes the types of a statement's parameters without running it.
 * @throws DatabaseError as running the statement would
 */
export async function parameterTypes(client: ClientBase, statement: string): Promise<readonly number[]> {
  const { promise, resolve, reject } = Promise.withResolvers<readonly number[]>()
  client.query(new DescribeQuery(statement, resolve, reject))
  return promise
}

/** Queued in the driver like any statement, but only parsed and described. */
class DescribeQuery extends Query {
  readonly #statement: string
  #types: readonly number[] = []
  #connection: Connection | undefined

  constructor(
    statement: string,
    resolve: (types: readonly number[]) => void,
    reject: (error: Error) => void,
  ) {
    super(statement, undefined, (error) => {
      this.#connection?.off('parameterDescription', this.#onDescription)
      if (error) reject(error)
      else resolve(this.#types)
    })
    this.#statement = statement
  }

  readonly #onDescription = ({ dataTypeIDs }: { dataTypeIDs: readonly number[] }): void => {
    this.#types = dataTypeIDs
  }

  override submit = (connection: Connection): void => {
    this.#connection = connection
    connection.on('parameterDescription', this.#onDescription)
    connection.parse({ name: '', text: this.#statement, types: [] }, false)
    connection.describe({ type: 'S', name: '' }, false)
    connection.sync()
  }
}
