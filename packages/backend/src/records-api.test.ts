import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { SupabaseClient } from '@supabase/supabase-js'
import { beforeAll, describe, expect, it } from 'vitest'
import { pngPicture } from './testing/picture.ts'
import { sharedServer } from './testing/shared-server.ts'
import { administrator } from './testing/test-server.ts'

// Changes of records and images with the back office's requests and a hosted project's responses.

let admin: SupabaseClient

const server = sharedServer()
beforeAll(async () => {
  admin = await server.signedIn(administrator)
})

/** A request without supabase-js. */
async function raw(path: string, init: RequestInit): Promise<Response> {
  const { data } = await admin.auth.getSession()
  const headers = new Headers(init.headers)
  headers.set('apikey', server.publishableKey)
  headers.set('authorization', `Bearer ${data.session?.access_token}`)
  return fetch(`${server.url}${path}`, { ...init, headers })
}

describe('a record edited by two users', () => {
  it('a stale update changes nothing when the record changed on the server', async () => {
    const { data: theme } = await admin.from('themes').insert({ name: 'Plain', version: 7 }).select().single()
    expect(theme).toMatchObject({ version: 1 })
    const save = async (name: string) =>
      admin.from('themes').update({ name }).eq('id', theme.id).eq('version', theme.version).select()
    expect((await save('First')).data).toMatchObject([{ name: 'First', version: 2 }])
    expect(await save('Second')).toMatchObject({ data: [], error: null })
    const stale = await admin.from('themes').delete().eq('id', theme.id).eq('version', 1).select()
    expect(stale.data).toEqual([])
    expect((await admin.from('themes').select('name').eq('id', theme.id).single()).data?.name).toBe('First')
  })

  it('a function that saves a record returns 409 when it changed and 404 when it was deleted', async () => {
    const save = async (args: object) =>
      admin.rpc('save_product', {
        product: { name: 'Lamp' },
        industry_tag_ids: [],
        theme_ids: [],
        doctor_type_tag_ids: [],
        ...args,
      })
    const { data: product } = await save({})
    const edited = { product_id: product.id, product_version: 1 }
    expect((await save(edited)).data).toMatchObject({ version: 2 })
    const stale = await save(edited)
    expect(stale).toMatchObject({
      status: 409,
      error: { code: 'PT409', message: 'This product has changed since it was opened' },
    })
    await admin.from('products').delete().eq('id', product.id)
    expect(await save(edited)).toMatchObject({ status: 404, error: { code: 'PT404' } })
  })
})

describe('an image', () => {
  const folder = () => readdir(join(server.dataFolder, 'storage', 'product-images'))

  it('an image uploaded without a form is stored, and its file is removed with it', async () => {
    const sent = await raw('/storage/v1/object/product-images/0.25.png', {
      method: 'POST',
      headers: { 'content-type': 'image/png' },
      body: await pngPicture().bytes(),
    })
    expect(sent.status).toBe(200)
    expect(await folder()).toEqual(['0.25.png'])
    expect((await admin.rpc('unused_product_images')).data).toEqual([])
    await admin.storage.from('product-images').remove(['0.25.png'])
    expect(await folder()).toEqual([])
  })
})
