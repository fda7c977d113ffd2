import { z } from 'zod'
import { errorSchema, programRoutes } from './program-routes.ts'

const errors: Readonly<Record<number, string>> = {
  400: 'An input is unknown or wrong: "field" and "rule" say which.',
  401: 'The key is missing, wrong or revoked.',
  403: 'The key may not do this.',
  404: 'There is no such product.',
  409: 'The product has changed, or another one has this code.',
  413: 'The body is too large.',
  415: 'The body is not JSON.',
  429: 'Too many requests: "Retry-After" says for how many seconds.',
}

const json = (schema: object) => ({ 'application/json': { schema } })

/** The OpenAPI document of what keys open, from the routes that the server validates by. */
export function openapiDocument(origin: string): object {
  const paths: Record<string, Record<string, object>> = {}
  for (const route of programRoutes) {
    const { method, path, operation, summary, scope, status } = route
    const { properties = {} } = z.toJSONSchema(route.query, { io: 'input' })
    const isOfProduct = path.endsWith('{id}')
    const refused = Object.entries(errors).filter(
      ([code]) =>
        ('body' in route || !['409', '413', '415'].includes(code)) && (isOfProduct || code !== '404'),
    )
    paths[`/api/v1${path}`] = {
      ...paths[`/api/v1${path}`],
      [method.toLowerCase()]: {
        operationId: operation,
        summary,
        description: `The key needs the right “${scope}”.`,
        parameters: [
          ...(isOfProduct
            ? [{ name: 'id', in: 'path', required: true, schema: { type: 'string', format: 'uuid' } }]
            : []),
          ...Object.entries(properties).map(([name, schema]) => ({ name, in: 'query', schema })),
        ],
        ...('body' in route && {
          requestBody: { required: true, content: json(plainSchema(route.body, 'input')) },
        }),
        responses: {
          [status]: {
            description: 'Done.',
            content:
              'answer' in route
                ? json(plainSchema(route.answer, 'output'))
                : { 'text/csv': { schema: { type: 'string' } } },
          },
          ...Object.fromEntries(
            refused.map(([code, description]) => [
              code,
              { description, content: json({ $ref: '#/components/schemas/Error' }) },
            ]),
          ),
        },
      },
    }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Giftwell', version: '1', description: 'The API that API keys open. See docs/api.md.' },
    servers: [{ url: origin }],
    security: [{ key: [] }],
    paths,
    components: {
      securitySchemes: {
        key: { type: 'http', scheme: 'bearer', description: 'A key that begins with gw_.' },
      },
      schemas: { Error: plainSchema(errorSchema, 'output') },
    },
  }
}

/** A schema without the mark of its dialect, which is the document's own. */
function plainSchema(schema: z.ZodType, io: 'input' | 'output'): object {
  const { $schema: _, ...plain } = z.toJSONSchema(schema, { io })
  return plain
}
