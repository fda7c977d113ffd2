import { productImages } from '../images/image-files.ts'
import { type Actor, described } from './actor.ts'
import type { Check } from './check.ts'
import { rowsOf } from './table-checks.ts'

const section = '1. The database'
/** The smallest PNG: one transparent pixel. */
const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const bucket = `/storage/v1/object/${productImages}`

function newImageName(): string {
  return `${Math.floor(Math.random() * 1e15)}.png`
}

/** Uploads the smallest picture, or something else under its name. */
async function upload(actor: Actor, name: string, type = 'image/png') {
  return actor.send('POST', `${bucket}/${name}`, new Blob([picture], { type }), { 'content-type': type })
}

/** Removes an image; without the right to, nothing happens. */
async function removeImage(actor: Actor, name: string): Promise<void> {
  await actor.send('DELETE', bucket, { prefixes: [name] })
}

/**
 * What strangers may do with the bucket of product images.
 * @param cleaner removes what they could upload
 */
export function storageChecks(actor: Actor, cleaner: Actor): Check[] {
  return [
    {
      name: `${actor.role} may not list the images`,
      section,
      async run() {
        const answer = await actor.send('POST', `/storage/v1/object/list/${productImages}`, { prefix: '' })
        const { length } = rowsOf(answer)
        return length === 0 ? null : `${length} are listed`
      },
    },
    {
      name: `${actor.role} may not upload an image`,
      section,
      async run() {
        const name = newImageName()
        const answer = await upload(actor, name)
        if (answer.status >= 400) return null
        await removeImage(cleaner, name)
        return `that of ${name} is answered with ${described(answer)}`
      },
    },
  ]
}

/** What needs an image: it is uploaded, looked at from outside, and removed. */
export function imageCheck(administrator: Actor, visitor: Actor): Check {
  return {
    name: 'an administrator uploads an image that everyone sees and no other role lists or removes',
    section,
    async run() {
      const name = newImageName()
      const stored = await upload(administrator, name)
      if (stored.status >= 300) return `the upload is answered with ${described(stored)}`
      try {
        const path = `/storage/v1/object/public/${productImages}/${name}`
        const shown = await visitor.send('GET', path)
        if (shown.status !== 200) return `a visitor gets ${described(shown)}: is the bucket public?`
        const listed = rowsOf(
          await visitor.send('POST', `/storage/v1/object/list/${productImages}`, { prefix: '' }),
        )
        if (listed.length > 0) return 'a visitor lists it'
        await removeImage(visitor, name)
        const still = await visitor.send('GET', path)
        if (still.status !== 200) return 'a visitor removes it'
        const page = newImageName()
        const other = await upload(administrator, page, 'text/html')
        if (other.status >= 400) return null
        await removeImage(administrator, page)
        return 'a file that is no image can be uploaded'
      } finally {
        await removeImage(administrator, name)
      }
    },
  }
}
