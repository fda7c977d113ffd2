import type { SupabaseClient } from '@supabase/supabase-js'
import { beforeAll, describe, expect, it } from 'vitest'
import { startChild } from './testing/child-process.ts'
import { rounds } from './testing/rounds.ts'
import { sharedServer } from './testing/shared-server.ts'
import { administrator } from './testing/test-server.ts'
import { testedDatabases } from './testing/tested-databases.ts'

const saves = rounds(8, 100)
const colleague = { email: 'colleague@giftwell.test', password: 'an open window' }
const shown = 'name, version, product_industry_tags(industry_tags(name)), product_themes(themes(name))'

/** A product with sorted tags. */
interface Seen {
  readonly name: string
  readonly version: number
  readonly tags: readonly string[]
}

/** One administrator's version of the product: tags that the other does not set, and one that both set. */
interface Wish {
  readonly client: SupabaseClient
  readonly name: string
  readonly industries: readonly string[]
  readonly themes: readonly string[]
}

describe.each(await testedDatabases(true))('two administrators on %s', (_name, address) => {
  const server = sharedServer({ DATABASE_URL: address, CONFIRM_EMAIL: '0' })
  let wishes: readonly [Wish, Wish]
  let tagIds: ReadonlyMap<string, string>
  let productId: string

  beforeAll(async () => {
    const one = await server.signedIn(administrator)
    await server.client().auth.signUp(colleague)
    const granted = startChild('admin-command.ts', ['grant', colleague.email], {
      DATABASE_URL: address,
      DATA_DIR: server.dataFolder,
    })
    expect(await granted.ended, granted.err.join('\n')).toBe(0)
    const other = await server.signedIn(colleague)

    const industries = await one
      .from('industry_tags')
      .insert(named('Bank', 'Retail', 'School'))
      .select()
    const themes = await one
      .from('themes')
      .insert(named('Diwali', 'Spring', 'Winter'))
      .select()
    tagIds = new Map([...(industries.data ?? []), ...(themes.data ?? [])].map(({ name, id }) => [name, id]))
    wishes = [
      { client: one, name: 'Lamp', industries: ['Bank', 'Retail'], themes: ['Diwali'] },
      { client: other, name: 'Lantern', industries: ['Retail', 'School'], themes: ['Spring', 'Winter'] },
    ]
    const made = await save(wishes[0], {})
    expect(made.error).toBeNull()
    productId = made.data.id
  })

  const named = (...names: string[]) => names.map((name) => ({ name }))
  const ids = (names: readonly string[]) => names.map((name) => tagIds.get(name))
  const tagsOf = ({ industries, themes }: Wish) => [...industries, ...themes].toSorted()

  async function save({ client, name, industries, themes }: Wish, edited: object) {
    return client.rpc('save_product', {
      product: { name },
      industry_tag_ids: ids(industries),
      theme_ids: ids(themes),
      doctor_type_tag_ids: [],
      ...edited,
    })
  }

  async function see(client: SupabaseClient): Promise<Seen> {
    const { data } = await client.from('products').select(shown).eq('id', productId).single().throwOnError()
    // The result type of `shown`: a link has one tag.
    const { name, version, product_industry_tags, product_themes } = data as unknown as {
      readonly name: string
      readonly version: number
      readonly product_industry_tags: readonly { readonly industry_tags: { readonly name: string } }[]
      readonly product_themes: readonly { readonly themes: { readonly name: string } }[]
    }
    const tags = [
      ...product_industry_tags.map(({ industry_tags }) => industry_tags.name),
      ...product_themes.map(({ themes }) => themes.name),
    ]
    return { name, version, tags: tags.toSorted() }
  }

  it(
    `of two concurrent saves of a product one wins, the other gets 409, and no reader sees a mixture (${saves} times)`,
    { timeout: 120_000 },
    async () => {
      const whole = new Map(wishes.map((wish) => [wish.name, tagsOf(wish)]))
      const expectWhole = ({ name, tags }: Seen) => expect(tags).toEqual(whole.get(name))

      for (let round = 1; round <= saves; round += 1) {
        const edited = { product_id: productId, product_version: round }
        const inTurn = round % 2 === 0 ? wishes : wishes.toReversed()
        const saving = Promise.all(inTurn.map(async (wish) => ({ wish, answer: await save(wish, edited) })))
        const [answers, ...meanwhile] = await Promise.all([
          saving,
          ...wishes.map(async ({ client }) => see(client)),
        ])
        for (const seen of meanwhile) expectWhole(seen)

        const saved = answers.filter(({ answer }) => answer.error === null)
        const refused = answers.filter(({ answer }) => answer.error?.code === 'PT409')
        expect(
          [saved.length, refused.length],
          JSON.stringify(answers.map(({ answer }) => answer.error)),
        ).toEqual([1, 1])
        expect(saved[0]?.answer.data).toMatchObject({ version: round + 1 })
        expect(refused[0]?.answer).toMatchObject({
          status: 409,
          error: { message: 'This product has changed since it was opened' },
        })
        const wanted = saved[0]!.wish
        expect(await see(refused[0]!.wish.client)).toEqual({
          name: wanted.name,
          version: round + 1,
          tags: tagsOf(wanted),
        })
      }
    },
  )
})
