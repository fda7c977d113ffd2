import { type ClientBase, type Connection, Query } from 'pg'

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
