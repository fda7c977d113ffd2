import { createHash } from 'node:crypto'
import { byteOrderMark, csvLine } from '@giftwell/shared/kernel/csv-line.ts'
import { recordOf } from '@giftwell/shared/kernel/record-of.ts'
import type { z } from 'zod'
import type { Database } from '../database/database.ts'
import { requestContext, statementTimeLimits } from '../database/request-context.ts'
import { isSafeMethod } from '../http/api-errors.ts'
import {
  BodyTooLargeError,
  MalformedBodyError,
  maxJsonBytes,
  readBody,
  readJson,
} from '../http/request-body.ts'
import { createRateLimiter, type QuotaStore } from '../rate-limit/rate-limiter.ts'
import { openapiDocument } from './openapi-document.ts'
import { cursorAt, type PageQuery, type ProgramLead, programRoutes } from './program-routes.ts'

/** What keys open is below this path. */
export const programPath = '/api/v1'

export interface ProgramApiOptions {
  readonly database: Pick<Database, 'query' | 'transaction'>
  readonly quotas: QuotaStore
  /** The site's public origin. */
  readonly origin: string
}

type Route = (typeof programRoutes)[number]

/** A key that works. */
interface OpenKey {
  readonly id: string
  readonly scopes: readonly string[]
}

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i

/** Ends a request with an error. */
class Refusal extends Error {
  readonly response: Response
  constructor(status: number, code: string, message: string, { field, rule, headers }: RefusalDetails = {}) {
    super(message)
    this.response = Response.json(
      { error: { code, message, field: field ?? null, rule: rule ?? null } },
      { status, headers: { ...headers } },
    )
  }
}

interface RefusalDetails {
  readonly field?: string | undefined
  readonly rule?: string | undefined
  readonly headers?: Readonly<Record<string, string>>
}

/**
 * Answers the owner's programs by their keys (docs/api.md). No answer is cached, and no page of another origin may read one.
 * @returns the answer to a request from a client's network
 */
export function createProgramApi({ database, quotas, origin }: ProgramApiOptions) {
  const limiter = createRateLimiter(quotas)
  const document = JSON.stringify(openapiDocument(origin))

  async function respond(request: Request, id: string, address: string): Promise<Response> {
    const { pathname, searchParams } = new URL(request.url)
    const path = pathname.slice(programPath.length)
    if (path === '/openapi.json') {
      if (!isSafeMethod(request.method)) throw wrongMethod(['GET'])
      return new Response(document, { headers: { 'content-type': 'application/json' } })
    }
    const [, product] = /^\/products\/([^/]+)$/.exec(path) ?? []
    const ofPath = programRoutes.filter(
      (route) => route.path === (product === undefined ? path : '/products/{id}'),
    )
    if (ofPath.length === 0) throw new Refusal(404, 'not_found', 'There is nothing at this address.')
    const route = ofPath.find(
      ({ method }) => method === (isSafeMethod(request.method) ? 'GET' : request.method),
    )
    if (route === undefined) throw wrongMethod(ofPath.map(({ method }) => method))

    return requestContext.run(
      { id, redirectTo: origin, timeLimitMs: statementTimeLimits.account },
      async () => {
        const key = await openKey(request.headers.get('authorization') ?? '', address)
        if (!key.scopes.includes(route.scope)) {
          throw new Refusal(403, 'forbidden', `The key may not do this: it needs the right “${route.scope}”.`)
        }
        const used = await reserve(['apiKey'], { address, email: null, account: key.id })
        used.release(200)
        return answer(route, key, valid(route.query, queryIn(searchParams)), product, request)
      },
    )
  }

  async function reserve(...[names, client]: Parameters<typeof limiter.reserve>) {
    const reserved = await limiter.reserve(names, client)
    if (!('wait' in reserved)) return reserved
    const seconds = String(Math.max(1, Math.ceil(reserved.wait / 1000)))
    throw new Refusal(429, 'too_many_requests', `Too many requests. Try again in ${seconds} s.`, {
      headers: { 'retry-after': seconds },
    })
  }

  async function openKey(authorization: string, address: string): Promise<OpenKey> {
    const attempt = await reserve(['failedApiKey'], { address, email: null })
    let status = 500
    try {
      const key = await findKey(authorization)
      status = key === null ? 401 : 200
      if (key === null) throw unauthorized()
      return key
    } finally {
      attempt.release(status)
    }
  }

  async function findKey(authorization: string): Promise<OpenKey | null> {
    const [, key] = /^bearer +(gw_[\da-f]{40})$/i.exec(authorization) ?? []
    if (key !== undefined) {
      const hash = createHash('sha256').update(key).digest('hex')
      const { rows } = await database.query(
        `select id::text, to_json(scopes)::text as scopes from private.open_api_key(decode($1, 'hex'))`,
        [hash],
      )
      const [row] = rows
      // Built by the statement.
      if (row !== undefined)
        return { id: String(row['id']), scopes: JSON.parse(String(row['scopes'])) as string[] }
    }
    return null
  }

  async function answer(
    route: Route,
    key: OpenKey,
    query: object,
    product: string | undefined,
    request: Request,
  ): Promise<Response> {
    switch (route.operation) {
      case 'leads':
      case 'leadsCsv': {
        // Validated by the route.
        const asked = query as PageQuery
        const page = await read('private.leads_for_programs($5, $1, $2, $3, $4)', asked, key.id)
        if (route.operation === 'leads') return Response.json(page)
        const headers = { 'content-type': 'text/csv; charset=utf-8', ...nextLink(origin, asked, page.next) }
        // The rows of the function.
        const lines = (page.data as ProgramLead[]).map((lead) =>
          csvLine(csvColumns.map(([, textOf]) => textOf(lead))),
        )
        return new Response([byteOrderMark, csvLine(csvColumns.map(([name]) => name)), ...lines].join(''), {
          headers,
        })
      }
      case 'products':
        // Validated by the route.
        return Response.json(await read('private.products_for_programs($1, $2, $3, $4)', query as PageQuery))
      default: {
        if (product !== undefined && !uuid.test(product)) throw noProduct()
        const input = valid(route.body, await bodyIn(request))
        const saved = await database
          .query('select private.save_product_for_program($1, $2, $3)::text as saved', [
            key.id,
            product ?? null,
            JSON.stringify(input),
          ])
          .catch((error: unknown) => {
            throw refusalOf(error) ?? error
          })
        return new Response(String(saved.rows[0]?.['saved']), {
          status: route.status,
          headers: { 'content-type': 'application/json' },
        })
      }
    }
  }

  async function read(call: string, { since, cursor, limit }: PageQuery, key?: string) {
    const [time, id] = cursor ?? [null, null]
    const parameters = [since ?? null, time, id, limit, ...(key === undefined ? [] : [key])]
    const { rows } = await database
      .query(`select ${call}::text as page`, parameters)
      .catch((error: unknown) => {
        throw refusalOf(error) ?? error
      })
    // Built by the function.
    const page = JSON.parse(String(rows[0]?.['page'])) as {
      readonly data: readonly { readonly changed_at: string; readonly id: string }[]
      readonly more: boolean
    }
    const last = page.data.at(-1)
    return { data: page.data, next: page.more && last ? cursorAt([last.changed_at, last.id]) : null }
  }

  return async (request: Request, id: string, address: string): Promise<Response> => {
    const response = await respond(request, id, address).catch((error: unknown) => {
      if (error instanceof Refusal) return error.response
      throw error
    })
    response.headers.set('cache-control', 'no-store')
    return request.method === 'HEAD' ? new Response(null, response) : response
  }
}

function wrongMethod(methods: readonly string[]): Refusal {
  const allow = [...methods, ...(methods.includes('GET') ? ['HEAD'] : [])].join(', ')
  return new Refusal(405, 'method_not_allowed', `This address accepts ${allow}.`, { headers: { allow } })
}

function unauthorized(): Refusal {
  return new Refusal(401, 'unauthorized', 'The key is missing, wrong or revoked.', {
    headers: { 'www-authenticate': 'Bearer' },
  })
}

function noProduct(): Refusal {
  return new Refusal(404, 'not_found', 'There is no such product.')
}

function invalid(field: string | undefined, rule: string): Refusal {
  return new Refusal(400, 'invalid', field === undefined ? rule : `${field}: ${rule}`, { field, rule })
}

/** The parameters of a query; each may appear once. */
function queryIn(parameters: URLSearchParams): Readonly<Record<string, string>> {
  const names = [...parameters.keys()]
  const repeated = names.find((name, index) => names.indexOf(name) < index)
  if (repeated !== undefined) throw invalid(repeated, 'may be there once')
  return Object.fromEntries(parameters)
}

/** The input as its schema reads it. @throws Refusal with the first field that is unknown or wrong */
function valid(schema: z.ZodType<object>, input: unknown): object {
  const parsed = schema.safeParse(input)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  if (issue?.code === 'unrecognized_keys') throw invalid(issue.keys[0], 'is unknown here')
  const rule = issue?.message ?? 'is wrong'
  throw invalid(issue?.path[0]?.toString(), rule.endsWith('received undefined') ? 'is required' : rule)
}

async function bodyIn(request: Request): Promise<unknown> {
  if (!/^application\/json\s*(?:;|$)/i.test(request.headers.get('content-type') ?? '')) {
    throw new Refusal(
      415,
      'unsupported',
      'The body must be JSON, with the header "Content-Type: application/json".',
    )
  }
  try {
    return readJson(await readBody(request, maxJsonBytes))
  } catch (error) {
    if (error instanceof BodyTooLargeError) {
      throw new Refusal(413, 'too_large', `The body may have at most ${maxJsonBytes} bytes.`)
    }
    if (error instanceof MalformedBodyError) throw invalid(undefined, 'The body is not JSON')
    throw error
  }
}

/** The refusal that a rule of the database means; null for a fault. */
function refusalOf(error: unknown): Refusal | null {
  const { code, message, detail, hint } = recordOf(error)
  const sqlState = String(code)
  const [, field, rule] =
    /constraint "products_(\w+)_([a-z]+)"/.exec(`${String(message)} ${String(detail)}`) ?? []
  switch (sqlState) {
    case 'PT401':
      return unauthorized()
    case 'PT404':
      return noProduct()
    case 'PT409':
      return new Refusal(409, 'changed', 'The product has changed since that version.', { field: 'version' })
    case '23505':
      return new Refusal(409, 'taken', `Another product has this ${field ?? 'value'}.`, {
        field,
        rule: 'unique',
      })
    default:
      if (!/^(?:22|23)/.test(sqlState)) return null
      return rule === undefined
        ? invalid(typeof hint === 'string' ? hint : undefined, String(message))
        : invalid(field, `breaks the rule "${rule}"`)
  }
}

function nextLink(
  origin: string,
  { since, limit }: PageQuery,
  next: string | null,
): Readonly<Record<string, string>> {
  if (next === null) return {}
  const query = new URLSearchParams({
    ...(since !== undefined && { since }),
    limit: String(limit),
    cursor: next,
  })
  return { link: `<${origin}${programPath}/leads.csv?${query.toString()}>; rel="next"` }
}

/** The columns of leads for a spreadsheet. */
const csvColumns: readonly (readonly [header: string, textOf: (lead: ProgramLead) => string])[] = [
  ['Reference', ({ reference }) => reference],
  ['Date', ({ created_at: time }) => time],
  ['Changed', ({ changed_at: time }) => time],
  ['State', ({ state }) => state],
  ['Assigned to', ({ assigned_to: email }) => email ?? ''],
  ['Name', ({ name }) => name],
  ['Company', ({ company }) => company],
  ['Email', ({ email }) => email],
  ['Phone', ({ phone }) => phone],
  ['Message', ({ message }) => message ?? ''],
  [
    'Products',
    ({ lines }) =>
      lines.map(({ name, quantity }) => (quantity === null ? name : `${quantity} x ${name}`)).join('; '),
  ],
  ['Needed by', ({ needed_by: day }) => day ?? ''],
  ['Budget per gift', ({ budget_per_gift: rupees }) => String(rupees ?? '')],
  ['Delivery city', ({ delivery_city: city }) => city ?? ''],
  ['Branding', ({ wants_branding: isWanted }) => (isWanted ? 'Yes' : 'No')],
  ['Source', ({ source }) => source ?? ''],
  ['Medium', ({ medium }) => medium ?? ''],
  ['Campaign', ({ campaign }) => campaign ?? ''],
  ['Id', ({ id }) => id],
]
