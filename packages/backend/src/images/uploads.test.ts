import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { SupabaseClient } from '@supabase/supabase-js'
import { beforeAll, describe, expect, it } from 'vitest'
import { tokenOf } from '../testing/clients-of.ts'
import { pngPicture } from '../testing/picture.ts'
import { sharedServer } from '../testing/shared-server.ts'
import { administrator } from '../testing/test-server.ts'

let admin: SupabaseClient
let customer: SupabaseClient
let token: string
const server = sharedServer({ CONFIRM_EMAIL: '0' })
beforeAll(async () => {
  admin = await server.signedIn(administrator)
  token = await tokenOf(admin)
  const person = { email: 'customer@giftwell.test', password: 'open sesame' }
  await server.client().auth.signUp(person)
  customer = await server.signedIn(person)
})

/** Bytes from text with `\x` escapes. */
const bytes = (text: string): Buffer<ArrayBuffer> => Buffer.from(text, 'latin1')

/** Sends an upload without supabase-js, which would correct it. */
async function send(
  name: string,
  type: string,
  body: BodyInit,
  headers: Record<string, string> = {},
  method: 'POST' | 'PUT' = 'POST',
): Promise<{ status: number; sentence: string }> {
  const answer = await fetch(`${server.url}/storage/v1/object/product-images/${name}`, {
    method,
    headers: {
      apikey: server.publishableKey,
      authorization: `Bearer ${token}`,
      'content-type': type,
      ...headers,
    },
    body,
  })
  const { statusCode, message } = (await answer.json()) as { statusCode?: string; message?: string }
  return { status: Number(statusCode ?? answer.status), sentence: message ?? '' }
}

async function stored(): Promise<string[]> {
  return readdir(join(server.dataFolder, 'storage', 'product-images')).catch(() => [])
}

const gifHead = (width: number, height: number): string => {
  const size = Buffer.alloc(4)
  size.writeUInt16LE(width, 0)
  size.writeUInt16LE(height, 2)
  return `GIF89a${size.toString('latin1')}\0\0\0`
}
const gifFrame = '\x21\xF9\x04\0\0\0\0\0\x2C\0\0\0\0\x01\0\x01\0\0\x02\x02\x4C\x01\0'
const noImage = 'The file is not a JPEG, PNG, WebP, AVIF or GIF image.'
const otherKind = 'The file is a PNG image, but its name or its type says something else.'

describe('an upload', () => {
  const png = pngPicture()
  it.each([
    [
      'a page under an image’s name',
      '0.1.png',
      'image/png',
      bytes('<!doctype html><script>alert(1)</script>'),
      noImage,
    ],
    ['a drawing with a script', '0.1.png', 'image/png', bytes('<svg onload="alert(1)"/>'), noImage],
    [
      'a drawing behind a line feed',
      '0.1.webp',
      'image/webp',
      bytes('\n<?xml version="1.0"?><svg/>'),
      noImage,
    ],
    [
      'a page that goes on as an image',
      '0.1.gif',
      'image/gif',
      bytes(`<script>/*${gifHead(1, 1)}*/</script>`),
      noImage,
    ],
    ['a program', '0.1.jpg', 'image/jpeg', bytes('MZ\x90\0'), noImage],
    ['a bitmap', '0.1.png', 'image/png', bytes('BM\0\0\0\0\0\0\0\0\x36\0\0\0'), noImage],
    ['nothing', '0.1.png', 'image/png', bytes(''), noImage],
    ['a PNG named as a JPEG', '0.1.jpg', 'image/jpeg', png, otherKind],
    ['a PNG sent as a JPEG', '0.1.png', 'image/jpeg', png, otherKind],
    ['a PNG sent as a page', '0.1.png', 'text/html', png, otherKind],
    ['a PNG sent as nothing', '0.1.png', '', png.slice(0, png.size, ''), otherKind],
  ])('an upload of %s is rejected by its content', async (_, name, type, body, sentence) => {
    expect(await send(name, type, body)).toEqual({ status: 415, sentence })
    expect(await stored()).toEqual([])
  })

  it.each([
    [
      'pixels that unfold to gigabytes',
      '0.2.png',
      'image/png',
      pngPicture({ width: 60_000, height: 60_000 }),
      413,
      'The image has 3600 megapixels. Choose one of at most 50.',
    ],
    [
      'a canvas that unfolds to gigabytes',
      '0.2.gif',
      'image/gif',
      bytes(gifHead(65_535, 65_535)),
      413,
      'The image has 4295 megapixels. Choose one of at most 50.',
    ],
    [
      'pictures that move for gigabytes',
      '0.2.gif',
      'image/gif',
      bytes(gifHead(4000, 4000) + gifFrame.repeat(40)),
      413,
      'The animation has too many pictures. Choose a shorter or smaller one.',
    ],
    [
      'no pixels at all',
      '0.2.png',
      'image/png',
      pngPicture({ width: 0 }),
      400,
      'The image does not say how large it is.',
    ],
    [
      'a header and nothing more',
      '0.2.png',
      'image/png',
      bytes('\x89PNG\r\n\x1A\n\0\0'),
      400,
      'The image does not say how large it is.',
    ],
  ] as const)(
    'an upload with %s is rejected before it is decoded',
    async (_, name, type, body, status, sentence) => {
      expect(await send(name, type, body)).toEqual({ status, sentence })
      expect(await stored()).toEqual([])
    },
  )

  it('an upload as a form is validated, too, and a forged signed URL is rejected', async () => {
    const form = new FormData()
    form.append('', new File(['<svg/>'], '0.3.png', { type: 'image/png' }))
    const viaForm = await admin.storage.from('product-images').upload('0.3.png', form)
    expect(viaForm.error).toMatchObject({ statusCode: '415', message: noImage })
    const bucket = admin.storage.from('product-images')
    const signed = await bucket.createSignedUploadUrl('0.3.png')
    const viaAddress = await server
      .client()
      .storage.from('product-images')
      .uploadToSignedUrl(
        '0.3.png',
        signed.data?.token ?? '',
        new File(['<svg/>'], 'x', { type: 'image/png' }),
      )
    expect(viaAddress.error).toMatchObject({ statusCode: '403' })
    expect(await stored()).toEqual([])
  })

  it.each([
    '0.4.svg',
    '0.4-481.png',
    '0.4-480-320.png',
    '0.4.html',
    '0.4.png.html',
    '0.4',
    'x.png',
    '..%2f..%2fsecrets.png',
    '0.4.png%00.html',
    '%2e%2e/0.4.png',
  ])('an upload named %s is rejected', async (name) => {
    const { status } = await send(name, 'image/png', png)
    expect([400, 404]).toContain(status)
    expect(await stored()).toEqual([])
  })

  it('an upload of an ordinary animation, and of an image with trailing bytes, is accepted', async () => {
    expect(
      await send('0.5.gif', 'image/gif', bytes(`${gifHead(400, 300)}${gifFrame.repeat(40)};`)),
    ).toMatchObject({
      status: 200,
    })
    const both = new Blob([await png.bytes(), '<script>alert(1)</script>'])
    expect((await send('0.5.png', 'image/png', both)).status).toBe(200)
  })

  it('an upload is served with its image type and a policy that forbids everything', async () => {
    for (const [name, type] of [
      ['0.5.png', 'image/png'],
      ['0.5.gif', 'image/gif'],
    ]) {
      const answer = await fetch(`${server.url}/storage/v1/object/public/product-images/${name}`)
      expect(Object.fromEntries(answer.headers)).toMatchObject({
        'content-type': type,
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
      })
    }
  })

  it('an upload has the same policy at its other URLs', async () => {
    const { data } = await admin.auth.getSession()
    const headers = {
      apikey: server.publishableKey,
      authorization: `Bearer ${data.session?.access_token}`,
      'content-type': 'application/json',
    }
    const stored = `${server.url}/storage/v1/object`
    const signing = await fetch(`${stored}/sign/product-images/0.5.png`, {
      method: 'POST',
      headers,
      body: '{"expiresIn":60}',
    })
    const { signedUrl } = (await signing.json()) as { signedUrl: string }
    for (const answer of [
      await fetch(new URL(signedUrl, server.url)),
      await fetch(`${stored}/product-images/0.5.png`, { headers }),
    ]) {
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/png'])
      await answer.bytes()
      expect(answer.headers.get('content-security-policy')).toBe(
        "default-src 'none'; frame-ancestors 'none'; sandbox",
      )
    }
  })

  it('an upload never replaces another image, by any role and route', async () => {
    const before = await (
      await fetch(`${server.url}/storage/v1/object/public/product-images/0.5.png`)
    ).bytes()
    const other = pngPicture({ note: 'another' })
    expect((await send('0.5.png', 'image/png', other)).status).toBe(409)
    expect((await send('0.5.png', 'image/png', other, { 'x-upsert': 'true' })).status).toBe(409)
    expect((await send('0.5.png', 'image/png', other, {}, 'PUT')).status).toBeGreaterThanOrEqual(400)
    const bucket = admin.storage.from('product-images')
    await send('0.6.png', 'image/png', other)
    expect((await bucket.move('0.6.png', '0.5.png')).error).toMatchObject({ statusCode: '403' })
    expect((await bucket.copy('0.6.png', '0.7.jpg')).error).toMatchObject({ statusCode: '403' })
    for (const client of [server.client(), customer]) {
      const { error } = await client.storage.from('product-images').upload('0.5.png', other, { upsert: true })
      expect(error).not.toBeNull()
      await client.storage.from('product-images').remove(['0.5.png'])
    }
    const after = await (await fetch(`${server.url}/storage/v1/object/public/product-images/0.5.png`)).bytes()
    expect(after).toEqual(before)
  })
})

describe('an image’s sizes', () => {
  const bucket = () => admin.storage.from('product-images')
  const lamp = '/storage/v1/object/public/product-images/0.9.png'
  const sizes = ['0.9-320.png', '0.9-480.png', '0.9-960.png']

  it('only administrators can upload an image’s sizes', async () => {
    for (const name of ['0.9.png', ...sizes]) {
      const png = pngPicture({ note: name })
      expect((await customer.storage.from('product-images').upload(name, png)).error).not.toBeNull()
      expect((await send(name, 'image/png', png)).status, name).toBe(200)
    }
    expect((await send('0.9-480.png', 'image/png', pngPicture())).status).toBe(409)
    expect((await send('0.9-320.jpg', 'image/jpeg', pngPicture())).status).toBe(415)
    const answer = await fetch(`${server.url}${lamp.replace('.png', '-480.png')}`)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/png'])
  })

  it('an image’s sizes are stored with a product, and only administrators remove them', async () => {
    const save = async () =>
      admin.rpc('save_product', {
        product: {
          name: 'Lamp',
          image_url: lamp,
          image_widths: [320, 480, 960, 1600],
          image_colour: '#8a9bac',
        },
        industry_tag_ids: [],
        theme_ids: [],
        doctor_type_tag_ids: [],
      })
    const { data: product, error } = await save()
    expect(error).toBeNull()
    expect(product).toMatchObject({ image_widths: [320, 480, 960, 1600], image_colour: '#8a9bac' })
    await admin.from('products').delete().eq('id', product.id)
    // The sweep waits for a day.
    expect((await admin.rpc('unused_product_images')).data).toEqual([])
    expect((await bucket().remove([...sizes, '0.9.png'])).data).toHaveLength(4)
    expect((await stored()).filter((name) => name.startsWith('0.9'))).toEqual([])
    expect(await save()).toMatchObject({
      status: 400,
      error: {
        message: 'The picture has been removed in the meantime: choose it again',
        details: 'It violates the constraint "products_image_url_stored".',
      },
    })
  })
})

describe('the bucket', () => {
  it('only administrators can list, sign and search the bucket', async () => {
    for (const client of [server.client(), customer]) {
      const bucket = client.storage.from('product-images')
      expect((await bucket.list()).data ?? []).toEqual([])
      expect((await bucket.list('', { search: '0.5' })).data ?? []).toEqual([])
      expect((await bucket.createSignedUrl('0.5.png', 60)).error).not.toBeNull()
      expect((await bucket.createSignedUploadUrl('0.8.png')).error).not.toBeNull()
      expect((await client.storage.listBuckets()).data ?? []).toEqual([])
    }
    expect((await admin.storage.from('product-images').list()).data?.length).toBeGreaterThan(0)
  })

  it('the bucket has no page', async () => {
    for (const path of ['', '/', '/.', '/%2e%2e/secrets.json', '/..%2fsecrets.json']) {
      const answer = await fetch(`${server.url}/storage/v1/object/public/product-images${path}`)
      expect(answer.status).toBeGreaterThanOrEqual(400)
      expect(answer.status).toBeLessThan(500)
      expect(await answer.text()).not.toMatch(/0\.5|jwtSecret/)
    }
  })
})
