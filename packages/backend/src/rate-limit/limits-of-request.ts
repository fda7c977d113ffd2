import type { LimitName } from './limits.ts'

const mailLimits: Record<string, LimitName> = {
  '/auth/v1/signup': 'signUp',
  '/auth/v1/recover': 'passwordReset',
  '/auth/v1/resend': 'otherMail',
  '/auth/v1/otp': 'otherMail',
  '/auth/v1/magiclink': 'otherMail',
}

/**
 * The limits that apply to a request.
 * @param path the decoded path, as the router below reads it
 */
export function limitsOfRequest({
  method,
  path,
  query,
}: {
  method: string
  path: string
  query: URLSearchParams
}): readonly LimitName[] {
  const plain = path.replace(/\/+$/, '')
  if (method === 'HEAD' || method === 'OPTIONS') return []
  if (plain === '/auth/v1/verify') return ['failedLink']
  if (plain === '/auth/v1/reauthenticate') return ['accountMail']
  if (method === 'GET') return []
  if (/^\/auth\/v1\/factors\/[^/]+\/verify$/.test(plain)) return ['failedCode']
  if (/^\/auth\/v1\/factors\/[^/]+\/challenge$/.test(plain)) return ['challenge']
  if (plain === '/auth/v1/user') return ['accountChange']
  // The policies allow changes and deletions to administrators only.
  if (plain === '/rest/v1/leads') return method === 'PATCH' || method === 'DELETE' ? [] : ['lead']
  if (plain === '/rest/v1/rpc/send_inquiry') return ['lead']
  if (plain === '/auth/v1/token') {
    // Anything but a plain refresh counts as a sign-in with a password.
    const grants = query.getAll('grant_type')
    return grants.length === 1 && grants[0] === 'refresh_token'
      ? ['failedRefresh', 'refresh']
      : ['failedSignIn', 'signIn', 'newSession']
  }
  const limit = mailLimits[plain]
  return limit === undefined ? [] : [limit]
}
