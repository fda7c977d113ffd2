import { errorCode } from '../error-code.ts'
import { Refusal } from '../refusal.ts'
import type { Database, SqlSession } from './database.ts'
import { isoTimestamp, timestamptzType } from './iso-timestamp.ts'

const connectionsAtOnce = 10
const jsonType = 114
const jsonbType = 3802

/**
 * Opens a PostgreSQL server's database.
 * @throws Refusal when the server cannot be reached or refuses the sign-in.
 */
export async function openPostgres(url: string): Promise<Database> {
  const { createPostgresConnection } = await import('@supabase/lite/postgres')
  const connection = createPostgresConnection({
    url,
    postgresOptions: {
      max: connectionsAtOnce,
      // "relation already exists, skipping" and the like: the scripts mean it so.
      onnotice: () => {},
      // The session of a hosted project looks for functions of extensions in their own schema too.
      connection: {
        TimeZone: 'UTC',
        search_path: '"$user", public, extensions',
        application_name: 'giftwell',
      },
      types: {
        timestamptz: {
          to: timestamptzType,
          from: [timestamptzType],
          serialize: (value: unknown) => (value instanceof Date ? value.toISOString() : String(value)),
          parse: isoTimestamp,
        },
        // Arguments of functions arrive as the JSON text that was sent; the library would make a text of the text.
        json: asText(jsonType),
        jsonb: asText(jsonbType),
      },
    },
  })
  const server = connection.driver
  try {
    await server.unsafe('select 1')
  } catch (error) {
    await server.end({ timeout: 1 })
    throw new Refusal(`The PostgreSQL server of DATABASE_URL cannot be used: ${reason(error)}.`)
  }
  return {
    connection,
    async transaction<Result>(work: (session: SqlSession) => Promise<Result>): Promise<Result> {
      // The driver widens the result of a transaction for queries that are returned as they are; ours are awaited.
      return (await server.begin(async (transaction) => {
        const session: SqlSession = {
          async query(text, parameters = []) {
            // The driver's type of a parameter leaves out what it writes as JSON or as an array.
            const rows = await transaction.unsafe(text, [...parameters] as never[])
            return { rows: [...rows] }
          },
          async run(script) {
            await transaction.unsafe(script).simple()
          },
        }
        return work(session)
      })) as Result
    },
    async tidy() {
      // A server does the rest in the background.
      await server.unsafe('analyze')
    },
    async close() {
      await server.end({ timeout: 5 })
    },
  }
}

/** A JSON type, whose texts are sent as they are and whose values become texts. */
function asText(type: number) {
  return {
    to: type,
    from: [type],
    serialize: (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value)),
    parse: (text: string): unknown => JSON.parse(text),
  }
}

/** Never the driver's own message: it may repeat the address with its password. */
function reason(error: unknown): string {
  const code = errorCode(error)
  switch (code) {
    case 'ECONNREFUSED':
    case 'CONNECT_TIMEOUT':
    case 'ENOTFOUND':
    case 'ECONNRESET':
      return `it does not answer (${code})`
    case '28P01':
    case '28000':
      return 'it refuses the user or the password'
    case '3D000':
      return 'it has no such database'
    default:
      return `it answers with an error (${code ?? 'unknown'})`
  }
}
