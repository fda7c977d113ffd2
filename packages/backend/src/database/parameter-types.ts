import { type ClientBase, type Connection, Query } from 'pg'

/**
 * Asks the server for the types of a statement's parameters, without running it.
 * @throws DatabaseError what the server says about the statement, as running it would
 */
export async function parameterTypes(client: ClientBase, statement: string): Promise<readonly number[]> {
  const { promise, resolve, reject } = Promise.withResolvers<readonly number[]>()
  client.query(new TypesQuestion(statement, resolve, reject))
  return promise
}

/** Takes its turn in the driver like any statement, whose parse it asks for and nothing more. */
class TypesQuestion extends Query {
  readonly #statement: string
  #types: readonly number[] = []
  #connection: Connection | undefined

  constructor(
    statement: string,
    resolve: (types: readonly number[]) => void,
    reject: (error: Error) => void,
  ) {
    super(statement, undefined, (error) => {
      this.#connection?.off('parameterDescription', this.#learn)
      if (error) reject(error)
      else resolve(this.#types)
    })
    this.#statement = statement
  }

  readonly #learn = ({ dataTypeIDs }: { dataTypeIDs: readonly number[] }): void => {
    this.#types = dataTypeIDs
  }

  override submit = (connection: Connection): void => {
    this.#connection = connection
    connection.on('parameterDescription', this.#learn)
    connection.parse({ name: '', text: this.#statement, types: [] }, false)
    connection.describe({ type: 'S', name: '' }, false)
    connection.sync()
  }
}
