import type { App, AuthInfo, Dialog, Net } from 'electron'

import type { Handlers } from '../ipc/contract.ts'
import type { SendEvent } from './page-opener.ts'

/** Without a name it cancels the request. */
type Answer = (name?: string, password?: string) => void

/**
 * Asks the user on the page for the name and password of a proxy; with the system's account Chromium signs in
 * automatically. They are only in memory. After "Cancel" only another check of an address asks again.
 */
export function createProxyLogin(app: App, net: Pick<Net, 'fetch' | 'request'>, send: SendEvent) {
  const waiting: Answer[] = []
  let proxy: string | null = null
  let isDeclined = false
  /** The last credentials, for sessions that have not used them yet. */
  let saved: { readonly proxy: string; readonly name: string; readonly password: string } | null = null

  function ask({ isProxy, host, port }: AuthInfo, answer: Answer): void {
    const asking = `${host}:${port}`
    // One proxy never gets the password of another.
    if (!isProxy || isDeclined || asking !== (proxy ?? asking)) return answer()
    waiting.push(answer)
    proxy = asking
    send('proxy:asks', proxy)
  }
  /** Answers a separate session, such as the updater's, with the last credentials; only once, since they may be wrong. */
  function askAgain(auth: AuthInfo, answer: Answer): void {
    const last = saved
    saved = null
    if (auth.isProxy && last?.proxy === `${auth.host}:${auth.port}`) answer(last.name, last.password)
    else ask(auth, answer)
  }
  app.on('login', (event, _page, _details, auth, answer) => {
    event.preventDefault()
    ask(auth, answer)
  })

  const handlers: Pick<Handlers, 'proxy:read' | 'proxy:answer'> = {
    'proxy:read': async () => proxy,
    'proxy:answer': async (login) => {
      isDeclined = login === null
      saved = login && proxy !== null ? { proxy, ...login } : null
      proxy = null
      for (const answer of waiting.splice(0)) answer(login?.name, login?.password)
    },
  }
  /** `net.fetch` has no login event (https://github.com/electron/electron/issues/44249): this asks for the next attempt. */
  async function fetch(address: string, init?: RequestInit): Promise<Response> {
    const fail = (error: unknown): never => {
      if (/ERR_PROXY_|ERR_TUNNEL_/.test(String(error))) {
        isDeclined = false
        const request = net.request(address)
        request.on('login', ask)
        request.on('response', () => request.abort())
        request.on('error', () => undefined) // The failure has been reported.
        request.end()
      }
      throw error
    }
    const response = await net.fetch(address, init).catch(fail)
    return response.status === 407 ? fail(new Error('net::ERR_PROXY_AUTH_REQUESTED')) : response
  }
  return { handlers, fetch, askAgain }
}

/** Asks which certificate to present to a website, where Electron would present the system's first. */
export function askForCertificate(app: App, dialog: Pick<Dialog, 'showMessageBox'>): void {
  app.on('select-client-certificate', (event, _page, _host, certificates, answer) => {
    event.preventDefault()
    const names = certificates.map(({ subjectName, issuerName }) => `${subjectName} (${issuerName})`)
    const message = 'The website asks who you are. Which certificate may it see?'
    const buttons = [...names, 'None']
    const options = { type: 'question', message, buttons, cancelId: names.length, noLink: true } as const
    dialog.showMessageBox(options).then(
      // Electron throws at undefined, in spite of its types: only null means that there is none.
      ({ response }) => answer(certificates[response] ?? (null as never)),
      () => answer(null as never),
    )
  })
}
