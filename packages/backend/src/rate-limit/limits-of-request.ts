import type { LimitName } from './limits.ts'

const mailLimits: Record<string, LimitName> = {
  '/auth/v1/signup': 'signUp',
  '/auth/v1/recover': 'passwordReset',
  '/auth/v1/resend': 'otherMail',
  '/auth/v1/otp': 'otherMail',
  '/auth/v1/magiclink': 'otherMail',
}

/**
 * The limits that a request is held to; none for what is not limited.
 * @param path the decoded path, as the router below reads it
 * @param namesEmail whether the body names an e-mail address
 */
export function limitsOfRequest(
  { method, path, query }: { method: string; path: string; query: URLSearchParams },
  namesEmail: boolean,
): readonly LimitName[] {
  const plain = path.replace(/\/+$/, '')
  // Links in e-mails are followed with GET.
  if (plain === '/auth/v1/verify') return ['failedLink']
  // Asked with GET, or with HEAD, which the router takes for it.
  if (plain === '/auth/v1/reauthenticate') return ['accountMail']
  if (method === 'GET' || method === 'HEAD' || method === 'OPTIONS') return []
  // Changes and deletions are the back office's; the policies let nobody else.
  if (plain === '/rest/v1/leads') return method === 'PATCH' || method === 'DELETE' ? [] : ['lead']
  // An account's other changes send nothing.
  if (plain === '/auth/v1/user') return namesEmail ? ['accountMail'] : []
  if (plain === '/auth/v1/token') {
    // Whatever is not plainly the renewal of a session is taken for a password.
    const grants = query.getAll('grant_type')
    return grants.length === 1 && grants[0] === 'refresh_token'
      ? ['failedRefresh']
      : ['failedSignIn', 'signIn']
  }
  const limit = mailLimits[plain]
  return limit === undefined ? [] : [limit]
}
