import { z } from 'zod'

const claims = z.looseObject({ role: z.literal('service_role') })

/** Whether a key opens the whole database: `sb_secret_…`, or in older projects a JWT whose role is `service_role`. */
export function isSecretKey(key: string): boolean {
  if (key.startsWith('sb_secret_')) return true
  const [, payload] = key.split('.')
  if (payload === undefined) return false
  try {
    return claims.safeParse(JSON.parse(Buffer.from(payload, 'base64url').toString('utf8'))).success
  } catch {
    return false
  }
}
