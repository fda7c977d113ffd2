import { type EmailLinkType, emailLinkTypes, type LinkKind } from '@giftwell/shared/auth/account-requests.ts'
import { useAuth } from '@giftwell/shared/auth/auth-context.tsx'
import { NewLinkForm } from '@giftwell/shared/auth/new-link-form.tsx'
import { MantineTheme } from '@giftwell/shared/ui/theme-provider.tsx'
import { RequestProblem, useRequest } from '@giftwell/shared/auth/use-request.tsx'
import { authToken, tokenIn } from '@giftwell/shared/kernel/link-token.ts'
import { useSubmitOnce } from '@giftwell/shared/ui/use-submit-once.ts'
import { EntryHead, EntryPage } from '@giftwell/shared/ui/entry-page.tsx'
import { useSite } from '@giftwell/shared/ui/use-site.ts'
import { Button } from '@giftwell/shared/ui/plain-controls.tsx'
import { useState } from 'react'
import { Link, useLocation, useNavigate } from '../page/router.tsx'

import { authLabels, useStoredSignUpFilters } from './customer-auth.ts'

/** The purpose of the button for each kind of link. */
const purposes: Record<EmailLinkType, { readonly title: string; readonly press: string }> = {
  signup: { title: 'Confirm your account', press: 'Press Continue to confirm your e-mail address.' },
  email: { title: 'Confirm your account', press: 'Press Continue to confirm your e-mail address.' },
  invite: { title: 'Confirm your account', press: 'Press Continue to confirm your e-mail address.' },
  recovery: { title: 'Choose a new password', press: 'Press Continue, and then choose a new password.' },
  magiclink: { title: 'Sign in', press: 'Press Continue to sign in.' },
  email_change: {
    title: 'Confirm your new e-mail address',
    press: 'Press Continue to confirm your new address. Your old password will no longer work.',
  },
}

const doneDescriptions: Partial<Record<EmailLinkType, string>> = {
  recovery: 'Choose a new password now.',
  email_change: 'Use “Forgot password?” when you next sign in to choose a new password.',
}

/**
 * The page of the links in e-mails: `?token_hash=…&type=…&redirect_to=…`. Nothing happens before its button is pressed, since
 * programs that check e-mails open links, and since a press signs in.
 */
export function ConfirmPage() {
  const site = useSite()
  const { user, isSessionReady, verifyLink } = useAuth()
  const navigate = useNavigate()
  const addStoredFilters = useStoredSignUpFilters()
  const parameters = new URLSearchParams(useLocation().search)
  const token = tokenIn(parameters.get('token_hash') ?? '', authToken)
  const type = emailLinkTypes.find((known) => known === tokenIn(parameters.get('type') ?? '', /[a-z_]+/))
  const next = pathOnSite(parameters.get('redirect_to'))
  const [hasEnded, setEnded] = useState(token === '' || type === undefined)
  const request = useRequest({
    async send() {
      const outcome = await verifyLink(type ?? 'email', token)
      if (!outcome.accepted && outcome.isEnded === true) setEnded(true)
      return outcome
    },
    refused: 'Link Not Accepted',
    failed: 'Authentication Error',
    done: () => ({
      title: type === 'signup' ? authLabels(site.name)['sign-up'].done.title : 'Welcome back!',
      description:
        doneDescriptions[type ?? 'email'] ?? authLabels(site.name)['sign-in'].done.description ?? '',
    }),
    onDone: () => void addStoredFilters(next).then((path) => navigate(path, { replace: true })),
  })
  const confirming = useSubmitOnce(async () => void (await request.run()))

  const { title, press } = purposes[type ?? 'email']
  const kind: LinkKind = type === 'signup' ? 'signup' : 'recovery'
  return (
    <EntryPage title={hasEnded ? 'This Link No Longer Works' : title}>
      <meta name="robots" content="noindex" />
      <meta name="referrer" content="no-referrer" />
      {hasEnded ? (
        <>
          <EntryHead title="This Link No Longer Works">
            A link works once, within one hour. Only the newest link of its kind works.
          </EntryHead>
          <MantineTheme>
            <NewLinkForm
              kind={kind}
              emailLabel="Email"
              email=""
              returnPath={next.startsWith('/admin') ? '/admin' : '/catalogue'}
              onDone={() => navigate(next, { replace: true })}
            />
          </MantineTheme>
        </>
      ) : (
        <>
          <EntryHead title={title}>
            {press}
            {user !== null && (
              <span>
                {' '}
                You are signed in as <strong>{user.email}</strong>; this browser will then be signed in to the
                account that the link belongs to.
              </span>
            )}
          </EntryHead>
          <RequestProblem problem={request.problem} />
          <Button
            size="md"
            disabled={!isSessionReady || confirming.isRunning}
            onClick={() => void confirming.run()}
          >
            Continue
          </Button>
          {user !== null && <Link to="/">Stay signed in as {user.email}</Link>}
        </>
      )}
    </EntryPage>
  )
}

/** The path of an address on this site, without additions by messengers; the home page for any other. */
function pathOnSite(target: string | null): string {
  const { origin } = window.location
  const address = target?.replace(/[^\p{L}\p{M}\p{N}/_=-]+$/u, '') ?? ''
  if (address === '' || !URL.canParse(address, origin)) return '/'
  const url = new URL(address, origin)
  return url.origin === origin && url.pathname !== '/auth/confirm' ? url.pathname + url.search : '/'
}
