import type { App } from 'electron'

import type { Log } from './log.ts'

interface SingleInstance {
  readonly app: App
  /** This program's own file and arguments. */
  readonly program: { readonly execPath: string; readonly argv: readonly string[] }
  readonly open: (path: string) => void
  readonly focus: () => void
  readonly log: Log
}

/**
 * Ensures a single instance: a second start focuses the first window, passes on its deep link and quits. Links arrive as
 * arguments on Windows and Linux and as an event on macOS, possibly before the app is ready.
 *
 * @returns whether this is the first instance
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
  // Unpackaged, this would register Electron itself. After "--" a link cannot be parsed as an option.
  if (app.isPackaged) app.setAsDefaultProtocolClient(deepLinkScheme, program.execPath, ['--'])

  const path = findDeepLink(program.argv)
  if (path !== null) open(path)
  return true
}

/** The scheme of links that open the app: `giftwell://admin/leads`. */
export const deepLinkScheme = 'giftwell'

/** Back-office paths without query and fragment, so that a link can neither carry a token nor fill in a form. */
const backOfficeLink = /^giftwell:\/\/admin((?:\/[a-z0-9-]{1,64}){0,6})\/?$/i

/** The path that a deep link opens, such as "/admin/leads"; null for anything else. */
export function parseDeepLink(link: string): string | null {
  const path = backOfficeLink.exec(link)?.[1]
  return path === undefined ? null : `/admin${path.toLowerCase()}`
}

/** The path of the deep link in the command line, for Windows and Linux; null when there is none. */
export function findDeepLink(args: readonly string[]): string | null {
  return args.map(parseDeepLink).find((path) => path !== null) ?? null
}
