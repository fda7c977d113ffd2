import { describe, expect, it } from 'vitest'
import { sizeName } from '@giftwell/shared/domain/image-sizes.ts'
import { nothingToDraw } from '../testing/nothing-to-draw.ts'
import { startTestServer } from '../testing/test-server.ts'
import { demoCatalogue } from './catalogue/demo-catalogue.ts'
import { demo } from './demo.ts'

const patience = 180_000

describe('the demo', () => {
  it('can draw every picture that a row refers to, and no other', async () => {
    const statements: string[] = []
    await demo.writeRows({
      query: async (sql, params = []) => {
        statements.push(`${sql} ${params.join()}`)
        return Promise.resolve({ rows: [] })
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
    const names = demo.startDrawing().names.flat()
    expect(new Set(names)).toEqual(referred)
    expect(names).toHaveLength(referred.size)
    // Twelve tables, a statement each: the whole catalogue is no more than that many waits for the database.
    expect(statements).toHaveLength(12)
  })
})

describe('its rows', () => {
  it(
    'keep every rule of the database, and show each visitor what is theirs',
    { timeout: patience },
    async () => {
      const server = await startTestServer(
        { SEED: 'demo' },
        { loadDemo: async () => Promise.resolve({ ...demo, startDrawing: nothingToDraw }) },
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
