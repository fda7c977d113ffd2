import { spawn } from 'node:child_process'
import { once } from 'node:events'

import { installedProgram } from '../installed-program.ts'

/**
 * Runs `electron-vite build` for the app in a folder, quietly.
 *
 * @throws with everything that it said when it fails
 */
export async function runElectronVite(folder: string, env: Readonly<Record<string, string>>): Promise<void> {
  const child = spawn(
    process.execPath,
    [installedProgram('electron-vite', 'electron-vite'), 'build', '--logLevel', 'warn'],
    {
      cwd: folder,
      // Whatever the surroundings say: this is what gets packed.
      env: { ...process.env, NODE_ENV: 'production', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      windowsHide: true,
    },
  )
  let said = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      said += text
    })
  }
  const end = () => child.kill()
  process.once('exit', end)
  const [status] = await once(child, 'close')
  process.off('exit', end)
  if (status !== 0) throw new Error(said.trim() || `electron-vite ended with status ${String(status)}.`)
}
