import { beforeAll, describe, expect, it } from 'vitest'
import { hasValidStorageBody, isUpload, plainUpload, storageRouteError } from './storage-requests.ts'
import { request } from 'node:http'
import { tokenOf } from '../testing/clients-of.ts'
import { pngPicture } from '../testing/picture.ts'
import { sharedServer } from '../testing/shared-server.ts'
import { administrator } from '../testing/test-server.ts'

const image = '/storage/v1/object/product-images/0.123.png'

describe('storageRouteError', () => {
  it.each([
    ['POST', '/storage/v1/bucket'],
    ['POST', '/storage/v1/bucket/product-images/empty'],
    ['PUT', '/storage/v1/bucket/product-images'],
    ['DELETE', '/storage/v1/bucket/product-images'],
    ['POST', '/storage/v1/object/other/1.png'],
    ['POST', '/storage/v1/object/product-images/1.svg'],
    ['POST', '/storage/v1/object/product-images/photo.png'],
    ['POST', '/storage/v1/object/product-images/1.png/2.png'],
    ['PUT', '/storage/v1/object/product-images/..%2f1.png'],
    ['POST', '/storage/v1/object/upload/sign/product-images/1.html'],
    ['POST', '/storage/v1/object/move'],
    ['POST', '/storage/v1/object/copy'],
    ['POST', '/storage/v1/object/info/product-images/1.png'],
    ['PUT', '/storage/v1/object/public/product-images/1.png'],
    // The routes above, as the library's router decodes them.
    ['POST', '/storage/v1/%62ucket/product-images/empty'],
    ['POST', '/storage/v1/%6fbject/move'],
    ['POST', '/storage/v1/object/%6dove'],
    ['POST', '/storage/v1/object/%63opy'],
    ['POST', '/storage/v1/%6fbject/product-images/1.html'],
    ['PUT', '/storage/v1/object/%69nfo/product-images/1.png'],
  ])('storageRouteError rejects %s %s', (method, path) => {
    expect(storageRouteError(path, method)?.ok).toBe(false)
  })

  it.each([
    ['GET', '/storage/v1/bucket'],
    ['POST', image],
    ['PUT', image],
    ['GET', '/storage/v1/object/other/photo.svg'],
    ['POST', '/storage/v1/object/list/product-images'],
    ['POST', '/storage/v1/object/sign/product-images/1.png'],
    ['POST', '/storage/v1/object/upload/sign/product-images/1.png'],
    ['DELETE', '/storage/v1/object/product-images'],
  ])('storageRouteError passes %s %s to the library', (method, path) => {
    expect(storageRouteError(path, method)).toBeNull()
  })
})

describe('hasValidStorageBody', () => {
  it.each([
    ['POST', '/storage/v1/object/list/product-images'],
    ['POST', '/storage/v1/object/sign/product-images'],
    ['POST', '/storage/v1/object/sign/product-images/1.png'],
    ['DELETE', '/storage/v1/object/product-images'],
  ])('hasValidStorageBody requires a JSON object for %s %s', (method, path) => {
    expect(hasValidStorageBody(path, method, Buffer.from('{"prefix":""}'))).toBe(true)
    for (const text of ['', '{', '[]', 'null', '7', '--form']) {
      expect(hasValidStorageBody(path, method, Buffer.from(text))).toBe(false)
    }
    expect(hasValidStorageBody(path, method, null)).toBe(false)
  })

  it('hasValidStorageBody accepts uploads without JSON', () => {
    expect(hasValidStorageBody(image, 'POST', Buffer.from('bytes'))).toBe(true)
    expect(hasValidStorageBody('/storage/v1/object/upload/sign/product-images/1.png', 'POST', null)).toBe(
      true,
    )
  })
})

describe('isUpload', () => {
  it('isUpload distinguishes uploads from downloads, lists and signatures', () => {
    expect(isUpload(image, 'POST')).toBe(true)
    expect(isUpload('/storage/v1/object/upload/sign/product-images/1.png', 'PUT')).toBe(true)
    expect(isUpload(image, 'GET')).toBe(false)
    expect(isUpload('/storage/v1/object/list/product-images', 'POST')).toBe(false)
  })
})

describe('plainUpload', () => {
  const upload = (body: FormData | string, headers: Record<string, string> = {}): Request =>
    new Request(`http://test${image}`, { method: 'POST', body, headers })

  it.each(['', 'file'])('plainUpload takes the file named %j from a form', async (name) => {
    const form = new FormData()
    form.append('cacheControl', '3600')
    form.append(name, new File(['bytes'], 'photo.png', { type: 'image/png' }))
    const plain = await plainUpload(upload(form, { 'x-upsert': 'false' }))
    expect(plain?.headers.get('content-type')).toBe('image/png')
    expect(plain?.headers.get('content-length')).toBe('5')
    expect(plain?.headers.get('x-upsert')).toBe('false')
    expect(await plain?.text()).toBe('bytes')
  })

  it('plainUpload removes the parameters of a content type', async () => {
    const plain = await plainUpload(upload('bytes', { 'content-type': 'Image/PNG; charset=x' }))
    expect(plain?.headers.get('content-type')).toBe('image/png')
    expect(await plain?.text()).toBe('bytes')
  })

  it('plainUpload finds no file in other forms', async () => {
    const form = new FormData()
    form.append('', 'a text')
    expect(await plainUpload(upload(form))).toBeNull()
    expect(
      await plainUpload(upload('garbage', { 'content-type': 'multipart/form-data; boundary=x' })),
    ).toBeNull()
  })
})

let token: string
const server = sharedServer()
beforeAll(async () => {
  const admin = await server.signedIn(administrator)
  token = await tokenOf(admin)
})

async function send(method: string, path: string, body: BodyInit, type = 'application/json') {
  const headers = { apikey: server.publishableKey, authorization: `Bearer ${token}`, 'content-type': type }
  return fetch(`${server.url}/storage/v1${path}`, { method, headers, body })
}

const move = '{"bucketId":"product-images","sourceKey":"1.png","destinationKey":"2.webp"}'

it.each([
  ['POST', '/%62ucket/product-images/empty', '{}'],
  ['PUT', '/%62ucket/product-images', '{"public":false}'],
  ['POST', '/buc%6bet/product-images/empty', '{}'],
  ['POST', '/%6fbject/move', move],
  ['POST', '/object/%6dove', move],
  ['POST', '/object/%63opy', move],
  ['POST', '/%6fbject/product-images/3.html', '<script>'],
])('%s %s bypasses no check of Storage, not even for an administrator', async (method, path, body) => {
  const upload = await send('POST', '/object/product-images/1.png', pngPicture(), 'image/png')
  expect([200, 400]).toContain(upload.status)
  expect((await send(method, path, body)).ok).toBe(false)
  const image = await fetch(`${server.url}/storage/v1/object/public/product-images/1.png`)
  expect(image.status).toBe(200)
})

it.each(['', 'Bearer not.a.token', 'the publishable key'])(
  'an upload with the authorization "%s" is rejected before its body arrives',
  async (given) => {
    const authorization = given === 'the publishable key' ? `Bearer ${server.publishableKey}` : given
    const status = await new Promise<number | undefined>((resolve, reject) => {
      const sent = request(
        `${server.url}/storage/v1/object/product-images/9.png`,
        {
          method: 'POST',
          headers: { authorization, 'content-type': 'image/png', 'content-length': 5_000_000 },
        },
        (answer) => {
          resolve(answer.statusCode)
          sent.destroy()
        },
      )
      sent.on('error', reject)
      // The rest is never sent.
      sent.write('begun')
    })
    expect(status).toBe(400)
  },
)

it('no response of Storage tells who uploaded an image', async () => {
  const name = 'product-images/7.png'
  const upload = await send('POST', `/object/${name}`, pngPicture(), 'image/png')
  expect(upload.status).toBe(200)
  const { sub: uploader } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as {
    sub: string
  }
  const visitor = { headers: { apikey: server.publishableKey } }
  const read = async (path: string, options: RequestInit) => fetch(`${server.url}/storage/v1${path}`, options)
  const bearer = { headers: { ...visitor.headers, authorization: `Bearer ${token}` } }
  const responses = [
    upload,
    await read(`/object/info/${name}`, visitor),
    await read(`/object/info/${name}`, bearer),
    await read(`/object/info/${name}`, { ...visitor, method: 'HEAD' }),
    await read('/bucket', bearer),
    await send('POST', '/object/list/product-images', '{"prefix":""}'),
    await send('DELETE', '/object/product-images', '{"prefixes":["7.png"]}'),
  ]
  const texts = await Promise.all(
    responses.map(async (response) => [response.status, await response.text()] as const),
  )
  expect(texts[1]?.[1]).toContain('7.png')
  for (const [status, text] of texts) {
    expect([text, status]).toEqual([text, 200])
    expect(text).not.toContain(uploader)
    expect(text).not.toMatch(/owner/)
  }
})

it.each(['/object/secrets.json', '/object/upload/1.png', '/object/upload/sign//1.png', '/bucket'])(
  'a form for %s, which is no upload, is rejected with 400',
  async (path) => {
    for (const type of [
      'multipart/form-data',
      'Multipart/form-data; boundary=""',
      'multipart/mixed; boundary=x',
    ]) {
      const { status } = await send('POST', path, '--x\r\n\r\nx\r\n--x--', type)
      expect([type, status]).toEqual([type, 400])
    }
  },
)
