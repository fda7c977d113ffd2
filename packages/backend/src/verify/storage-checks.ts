import { productImages } from '../images/image-files.ts'
import { type Actor, described } from './actor.ts'
import type { Check } from './check.ts'

/** The smallest PNG: one transparent pixel. */
const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const bucket = `/storage/v1/object/${productImages}`

const newImageName = () => `${Math.floor(Math.random() * 1e15)}.png`

/** Uploads the smallest picture, or something else under its name. */
const upload = async (actor: Actor, name: string, type = 'image/png') =>
  actor.send('POST', `${bucket}/${name}`, new Blob([picture], { type }), { 'content-type': type })

/** Removes an image; without the right to, nothing happens. */
const removeImage = async (actor: Actor, name: string) => actor.send('DELETE', bucket, { prefixes: [name] })

const listed = async (actor: Actor) =>
  (await actor.send('POST', `/storage/v1/object/list/${productImages}`, { prefix: '' })).rows.length

/**
 * What strangers may do with the bucket of product images.
 * @param cleaner removes what they could upload
 */
export function storageChecks(actor: Actor, cleaner: Actor): Check[] {
  return [
    {
      name: `${actor.role} may not list the images`,
      async run() {
        const length = await listed(actor)
        return length === 0 ? null : `${length} are listed`
      },
    },
    {
      name: `${actor.role} may not upload an image`,
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
    async run() {
      const name = newImageName()
      const path = `/storage/v1/object/public/${productImages}/${name}`
      const stored = await upload(administrator, name)
      if (stored.status >= 300) return `the upload is answered with ${described(stored)}`
      try {
        const seen = await visitor.send('GET', path)
        if (seen.status !== 200) return `a visitor gets ${described(seen)}: is the bucket public?`
        if ((await listed(visitor)) > 0) return 'a visitor lists it'
        await removeImage(visitor, name)
        if ((await visitor.send('GET', path)).status !== 200) return 'a visitor removes it'
        const page = newImageName()
        if ((await upload(administrator, page, 'text/html')).status >= 400) return null
        await removeImage(administrator, page)
        return 'a file that is not an image can be uploaded'
      } finally {
        await removeImage(administrator, name)
      }
    },
  }
}
