import { parseJson } from '@giftwell/shared/kernel/parse-json.ts'
import { recordOf } from '@giftwell/shared/kernel/record-of.ts'
import { methodNotAllowed } from './file-response.ts'
import { BodyTooLargeError, readBody } from './request-body.ts'
import { maxMailBytes, type Received } from '../mail/received-mail.ts'
import { isSameSecret } from '../process/same-secret.ts'

/** Where mail services post the e-mails that they receive (docs/deploy.md). */
export const incomingMailPath = '/mail/incoming'

/** A form or JSON around an e-mail; base64 makes it a third larger. */
const maxBodyBytes = Math.ceil(maxMailBytes * 1.4)
/** Of large bodies so many are read at a time. */
const mostAtOnce = 2

/**
 * The fields in which services post a raw e-mail: SendGrid's inbound parse ("POST the raw, full MIME message"),
 * Mailgun's routes to an address that ends with "mime", and Postmark's webhook ("Include raw email content in JSON payload").
 */
const fields = ['email', 'body-mime', 'RawEmail'] as const

/**
 * Answers a mail service that posts a received e-mail: as `message/rfc822`, or in a field of a form or of JSON. The
 * service authenticates by the key, as a password or a bearer token. E-mails that answer no lead also get 200, so
 * that the service does not send them again; a database failure gets 503, so that it does.
 */
export function createIncomingMail(
  key: string,
  receive: (raw: Uint8Array) => Promise<Received>,
): (request: Request) => Promise<Response> {
  let running = 0
  return async (request) => {
    if (request.method !== 'POST') return methodNotAllowed()
    if (!isAllowed(request.headers.get('authorization') ?? '', key)) {
      return new Response('The key is wrong', { status: 401, headers: { 'www-authenticate': 'Basic' } })
    }
    if (running >= mostAtOnce) {
      return new Response('Busy', { status: 503, headers: { 'retry-after': '30' } })
    }
    running += 1
    try {
      const raw = await mailIn(request)
      if (raw === null) return new Response('The request has no e-mail', { status: 400 })
      return Response.json({ result: await receive(raw) })
    } catch (error) {
      if (error instanceof BodyTooLargeError) return new Response('The e-mail is too large', { status: 413 })
      throw error
    } finally {
      running -= 1
    }
  }
}

function isAllowed(authorization: string, key: string): boolean {
  const [scheme = '', given = ''] = authorization.split(' ')
  const isBasic = scheme.toLowerCase() === 'basic'
  if (!isBasic && scheme.toLowerCase() !== 'bearer') return false
  const decoded = isBasic ? Buffer.from(given, 'base64').toString() : given
  return isSameSecret(isBasic ? decoded.slice(decoded.indexOf(':') + 1) : decoded, key)
}

async function mailIn(request: Request): Promise<Uint8Array | null> {
  const type = request.headers.get('content-type') ?? ''
  const body = await readBody(request, maxBodyBytes)
  if (body === null || body.length === 0) return null
  if (/^multipart\/form-data|^application\/x-www-form-urlencoded/i.test(type)) {
    const form = await new Response(body, { headers: { 'content-type': type } }).formData().catch(() => null)
    const value = fields.map((name) => form?.get(name) ?? null).find((each) => each !== null)
    if (value === undefined) return null
    return typeof value === 'string' ? Buffer.from(value) : new Uint8Array(await value.arrayBuffer())
  }
  if (/^application\/json/i.test(type)) {
    const posted = recordOf(parseJson(body.toString()))
    const text = fields.map((name) => posted[name]).find((each) => typeof each === 'string')
    return typeof text === 'string' ? Buffer.from(text) : null
  }
  return body
}
