import { describe, expect, it } from 'vitest'
import { sizeName } from '@giftwell/shared/domain/image-sizes.ts'
import type { DemoImage } from '../first-start/demo-target.ts'
import { startTestServer } from '../testing/test-server.ts'
import { demoCatalogue } from './catalogue/demo-catalogue.ts'
import { seedDemo } from './seed-demo.ts'
import { seedRows } from './seed-rows.ts'

const patience = 180_000

describe('seedDemo', () => {
  it('puts every picture that a row refers to, and no other', { timeout: patience }, async () => {
    const statements: string[] = []
    const images: DemoImage[] = []
    await seedDemo({
      query: async (sql, params = []) => {
        statements.push(`${sql} ${params.join()}`)
        return Promise.resolve({ rows: [] })
      },
      putImages: async (batch) => {
        images.push(...batch)
        return Promise.resolve()
      },
    })
    const rows = statements.join('')
    const named = (column: string) =>
      [
        ...rows.matchAll(
          new RegExp(`"${column}":"/storage/v1/object/public/product-images/(\\d+\\.webp)"`, 'g'),
        ),
      ].map(([, name = '']) => name)
    const sized = named('image_url').flatMap((name) => [name, sizeName(name, 320), sizeName(name, 480)])
    const referred = new Set([...sized, ...named('logo_url')])
    expect(rows.match(/"image_widths":\[320,480,640\],"image_colour":"#[0-9a-f]{6}"/g)).toHaveLength(
      named('image_url').length,
    )
    expect(new Set(images.map(({ name }) => name))).toEqual(referred)
    expect(images).toHaveLength(referred.size)
    // Twelve tables, a statement each: the whole catalogue is no more than that many waits for the database.
    expect(statements).toHaveLength(12)
  })

  it('gives up at the first failure', { timeout: patience }, async () => {
    const refused = seedDemo({
      query: async () => Promise.reject(new Error('the disk is full')),
      putImages: async () => Promise.resolve(),
    })
    await expect(refused).rejects.toThrow('the disk is full')
  })
})

describe('seedRows', () => {
  it(
    'keeps every rule of the database, and shows each visitor what is theirs',
    { timeout: patience },
    async () => {
      const server = await startTestServer(
        { SEED: 'demo' },
        { loadSeedDemo: async () => Promise.resolve(seedRows) },
      )
      try {
        const samples = demoCatalogue().products.filter(({ isSample }) => isSample)
        const visitor = server.client()
        const { data: page } = await visitor.rpc('catalogue_page', {})
        expect(page.total).toBe(samples.length)
        expect(page.products.map(({ name }: { name: string }) => name)).toEqual(
          samples.slice(0, 12).map(({ name }) => name),
        )
        const { data: pharma } = await visitor.rpc('catalogue_page', {
          industry: 'Pharmaceutical',
          doctor_type: 'Dentist',
        })
        expect(pharma.total).toBe(samples.filter(({ doctorTypes }) => doctorTypes.includes('Dentist')).length)
        const { data: featured } = await visitor
          .from('products')
          .select('name, is_featured')
          .order('created_at', { ascending: false })
        expect(featured?.map(({ name }) => name)).toEqual(
          samples.filter(({ isFeatured }) => isFeatured).map(({ name }) => name),
        )
        const { data: logos } = await visitor.from('client_logos').select('logo_url')
        expect(logos).toHaveLength(8)
        expect(
          logos?.every(({ logo_url: url }) =>
            /^\/storage\/v1\/object\/public\/product-images\/\d+\.webp$/.test(url),
          ),
        ).toBe(true)
      } finally {
        await server.close()
      }
    },
  )
})
