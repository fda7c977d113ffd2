import { once } from 'node:events'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { administrator } from '../testing/test-server.ts'
import { type SiteProcess, startSite } from '../testing/site-process.ts'
import { sharedFolder } from '../testing/shared-folder.ts'

/** Preloaded into the server's process and its database's thread; sets the clocks of both forward or back on a message. */
const clock = `
  import { isMainThread } from 'node:worker_threads'
  const real = Date
  let offset = 0
  globalThis.Date = class Date extends real {
    constructor(...args) { super(...(args.length === 0 ? [real.now() + offset] : args)) }
    static now() { return real.now() + offset }
  }
  const threads = new BroadcastChannel('clock')
  threads.unref()
  threads.onmessage = ({ data }) => {
    if (isMainThread) {
      process.send('set')
    } else {
      offset = data
      threads.postMessage('set')
    }
  }
  if (isMainThread) {
    process.on('message', (milliseconds) => {
      offset = milliseconds
      threads.postMessage(milliseconds)
    })
    process.channel.unref()
  }
`
const hour = 3_600_000

const temporary = sharedFolder()
let site: SiteProcess
beforeAll(async () => {
  const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(clock)}`
  site = await startSite(temporary.path, { NODE_OPTIONS, CONFIRM_EMAIL: '0' })
})
afterAll(async () => {
  site.child.process.kill('SIGKILL')
  await site.child.ended
})

async function setClock(offset: number): Promise<void> {
  const set = once(site.child.process, 'message')
  site.child.process.send(offset)
  await set
}

let count = 0
async function sendLead(): Promise<unknown> {
  count += 1
  const lead = { name: `lead ${count}`, company: 'Acme', email: `${count}@acme.test`, phone: '1' }
  return (await site.client().from('leads').insert(lead)).error
}

it(
  'a clock that jumps neither extends a session nor locks users out',
  { tags: 'full', timeout: 60_000 },
  async () => {
    const admin = await site.admin()
    const { session } = (await admin.auth.getSession()).data
    const leads = async () => admin.from('leads').select('name', { count: 'exact', head: true })

    await setClock(2 * hour)
    expect(await sendLead()).toBeNull()
    expect((await leads()).status).toBe(401)
    expect((await admin.auth.refreshSession(session!)).error).toBeNull()
    expect(await leads()).toMatchObject({ error: null, count: 1 })

    // Three days back, before the account and the session were made.
    await setClock(-72 * hour)
    expect(await sendLead()).toBeNull()
    const again = site.client()
    expect((await again.auth.signInWithPassword(administrator)).error).toBeNull()
    expect(await again.from('leads').select('name', { count: 'exact', head: true })).toMatchObject({
      count: 2,
    })
    expect((await again.auth.refreshSession()).error).toBeNull()
    const person = { email: 'person@giftwell.test', password: 'open sesame' }
    expect((await site.client().auth.signUp(person)).error).toBeNull()

    await setClock(0)
    expect(await sendLead()).toBeNull()
    expect((await site.client().auth.signInWithPassword(person)).error).toBeNull()
    const now = await site.admin()
    expect((await now.from('leads').select('name').order('created_at')).data).toEqual(
      ['lead 2', 'lead 3', 'lead 1'].map((name) => ({ name })),
    )
    expect((await fetch(`${site.url}/healthz`)).status).toBe(200)
  },
)
