import { access, constants, mkdir } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'

/** Gives this process and its children a home folder inside the given one, where the person's cannot be written. */
export async function ensureWritableHome(folder: string): Promise<void> {
  try {
    await access(homedir(), constants.W_OK)
  } catch {
    const home = join(folder, 'home')
    await mkdir(home, { recursive: true })
    Object.assign(process.env, {
      HOME: home,
      XDG_CONFIG_HOME: join(home, '.config'),
      XDG_CACHE_HOME: join(home, '.cache'),
    })
  }
}
