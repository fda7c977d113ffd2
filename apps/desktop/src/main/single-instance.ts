import type { App } from 'electron'

import { deepLinkScheme, findDeepLink, parseDeepLink } from './deep-link.ts'
import type { Log } from './log.ts'

/** What following links from outside needs. */
export interface SingleInstance {
  readonly app: App
  /** This program's own file and arguments. */
  readonly program: { readonly execPath: string; readonly argv: readonly string[] }
  readonly open: (path: string) => void
  readonly focus: () => void
  readonly log: Log
}

/**
 * Makes sure that the app runs once: a second start brings the first window to the front, hands over its deep link and
 * ends. Links arrive as arguments on Windows and Linux and as an event on macOS, there also before the app is ready.
 * Answers whether this is the first.
 */
export function claimSingleInstance({ app, program, open, focus, log }: SingleInstance): boolean {
  if (!app.requestSingleInstanceLock()) {
    app.quit()
    return false
  }
  app.on('second-instance', (_event, secondArgs) => {
    const path = findDeepLink(secondArgs)
    if (path === null) focus()
    else open(path)
  })
  app.on('open-url', (event, link) => {
    event.preventDefault()
    const path = parseDeepLink(link)
    if (path === null) log.warn('A link to the app was refused')
    else open(path)
  })
  // An installed app answers its links; one that is run from its sources would register the wrong program. After the
  // dashes nothing in a link can be an option.
  if (app.isPackaged) app.setAsDefaultProtocolClient(deepLinkScheme, program.execPath, ['--'])

  const path = findDeepLink(program.argv)
  if (path !== null) open(path)
  return true
}
