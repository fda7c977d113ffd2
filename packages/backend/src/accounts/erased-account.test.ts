import { createBackend } from '@giftwell/shared/kernel/backend.ts'
import { createMemoryPlatform } from '@giftwell/shared/testing/memory-platform.ts'
import { expect, it } from 'vitest'
import { administrator, startTestServer } from '../testing/test-server.ts'

it('ends the session of the website with its next request', { timeout: 60_000 }, async () => {
  const server = await startTestServer()
  try {
    const { sessionStorage } = createMemoryPlatform()
    const backend = createBackend(
      { supabaseUrl: server.url, supabaseKey: server.publishableKey },
      sessionStorage,
    )
    const { auth } = await backend.loadSupabase()
    await auth.signInWithPassword(administrator)
    const changes: string[] = []
    auth.onAuthStateChange((change) => changes.push(change))
    const rest = await backend.loadRest()
    expect((await rest.from('leads').select('id')).status).toBe(200)
    await server.database?.query('delete from auth.users where email = $1', [administrator.email])
    expect((await rest.from('leads').select('id')).status).toBe(401)
    expect(changes.at(-1)).toBe('SIGNED_OUT')
    expect(await sessionStorage.keys()).toEqual([])
    expect((await rest.from('stats_blocks').select('id')).status).toBe(200)
  } finally {
    await server.close()
  }
})
