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
 */
export function limitsOfRequest(method: string, path: string, query: URLSearchParams): readonly LimitName[] {
  const plain = path.replace(/\/+$/, '')
  // Links in e-mails are followed with GET.
  if (plain === '/auth/v1/verify') return ['failedLink']
  if (method === 'GET' || method === 'HEAD' || method === 'OPTIONS') return []
  if (plain === '/rest/v1/leads') return ['lead']
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
