import { runImport } from '@giftwell/back-office/import/run-import.ts'
import type { Pictures } from '@giftwell/back-office/import/pictures.ts'
import { type Backend, createBackend } from '@giftwell/shared/kernel/backend.ts'
import type { PreparedImage } from '@giftwell/shared/images/prepare-image.ts'
import { newImageName, publicImageAddress } from '@giftwell/shared/images/image-sizes.ts'
import { clientsOf } from './clients-of.ts'
import { administrator } from './test-server.ts'

/** The back office's client of a site, signed in as the administrator. */
export async function backOffice(supabaseUrl: string, credentials = administrator): Promise<Backend> {
  const { publishableKey } = await clientsOf(supabaseUrl)
  const texts = new Map<string, string>()
  const backend = createBackend(
    { supabaseUrl, supabaseKey: publishableKey },
    {
      getItem: async (key) => texts.get(key) ?? null,
      setItem: async (key, value) => void texts.set(key, value),
      removeItem: async (key) => void texts.delete(key),
      keys: async () => [...texts.keys()],
    },
  )
  const { auth } = await backend.loadSupabase()
  const { error } = await auth.signInWithPassword(credentials)
  if (error !== null) throw error
  await auth.stopAutoRefresh()
  return backend
}

/** What a browser does with a picture, without drawing it: Node has no canvas. */
const effects: Parameters<typeof runImport>[3] = {
  prepare: async (file): Promise<PreparedImage> => ({
    // A picture of a zip has no type.
    file: new File([file], file.name, { type: /png$/i.test(file.name) ? 'image/png' : 'image/jpeg' }),
    sizes: [],
    widths: [2],
    colour: '#7f7f7f',
  }),
  async upload(backend, { file, widths, colour }) {
    const name = newImageName(file)
    const { storage } = await backend.loadSupabase()
    const { error } = await storage.from('product-images').upload(name, file)
    if (error !== null) throw error
    return { url: publicImageAddress(backend.config, name), widths, colour }
  },
}

/** Imports the rows of a stored import that are not done, as a window of the back office does. */
export async function runStoredImport(
  backend: Backend,
  id: string,
  pictures: Pictures,
  onProgress: (done: number) => void = () => undefined,
): Promise<void> {
  await runImport(backend, id, pictures, effects, { signal: new AbortController().signal, onProgress })
}
