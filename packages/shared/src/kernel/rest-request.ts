import type { PostgrestClient, PostgrestSingleResponse } from '@supabase/postgrest-js'

import { rowsIn, toAppError } from './app-error.ts'
import type { Backend } from './backend.ts'
import type { Database } from './database.types.ts'

/** Builds a request to tables or functions. */
export type RestRequest<Data> = (
  rest: PostgrestClient<Database>,
) => PromiseLike<PostgrestSingleResponse<Data>>

/**
 * Sends a request and gives its data.
 *
 * @throws AppError when it fails
 */
export async function send<Data>(backend: Backend, request: RestRequest<Data>): Promise<Data> {
  const { data, error } = await request(await backend.loadRest())
  if (error) throw toAppError(error)
  return data
}

/** Sends a request whose data is a list. */
export async function readRows<Row>(backend: Backend, request: RestRequest<Row[]>): Promise<Row[]> {
  return rowsIn(await send(backend, request))
}
