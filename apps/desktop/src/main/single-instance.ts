import type { App } from 'electron'

import { deepLinkScheme, findDeepLink, parseDeepLink } from './deep-link.ts'
import type { Log } from './log.ts'

/** What following links from outside needs. */
export interface SingleInstance {
  readonly app: App
  /** This program's own arguments. */
  readonly args: readonly string[]
  readonly open: (path: string) => void
  readonly focus: () => void
  readonly log: Log
}

/**
 * Makes sure that the app runs once: a second start brings the first window to the front, hands over its deep link and
 * ends. Links arrive as arguments on Windows and Linux and as an event on macOS, there also before the app is ready.
 * Answers whether this is the first.
 */
export function claimSingleInstance({ app, args, open, focus, log }: SingleInstance): boolean {
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
  // An installed app answers its links; one that is run from its sources would register the wrong program.
  if (app.isPackaged) app.setAsDefaultProtocolClient(deepLinkScheme)

  const path = findDeepLink(args)
  if (path !== null) open(path)
  return true
}
