import type { App, Dialog } from 'electron'

import type { Tell } from './message-box.ts'

interface CredentialsOptions {
  readonly app: App
  readonly dialog: Pick<Dialog, 'showMessageBox'>
  readonly tell: Tell
}

/**
 * Answers a network that wants to know who the user is. Chromium signs in to a proxy with the system's account by itself; of
 * one that asks for a password the user is told once. Which certificate to present is asked, where Electron would present
 * the system's first.
 */
export function answerCredentials({ app, dialog, tell }: CredentialsOptions): void {
  let isTold = false
  app.on('login', (_event, _page, _details, { isProxy }) => {
    // Electron cancels the request.
    if (!isProxy || isTold) return
    isTold = true
    tell(
      'The proxy of this network asks for a password',
      'This app cannot give one. Ask whoever runs the network to let this computer through without it.',
    )
  })
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
