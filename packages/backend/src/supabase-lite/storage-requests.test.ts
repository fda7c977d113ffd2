import { describe, expect, it } from 'vitest'
import { hasValidStorageBody, isUpload, plainUpload, storageRouteError } from './storage-requests.ts'

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
