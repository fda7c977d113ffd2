import { Fragment, useState, type ReactNode, useLayoutEffect, useRef } from 'react'
import { Navigate, Outlet, useLocation } from 'react-router-dom'
import { Button, PasswordInput, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'

import { FullScreenLoader } from '../ui/full-screen-loader.tsx'
import { useAuth } from './auth-context.tsx'
import type { AuthState, AuthUser } from './auth-machine.ts'
import { credentialsForm } from './credentials.ts'
import { ChallengeField, useChallenge } from './use-challenge.tsx'
import { EntryCard, EntryHead } from '../ui/entry-page.tsx'
import { useRulesForm } from '../ui/use-rules-form.ts'
import { WordMark } from '../ui/word-mark.tsx'
import classes from './sign-in-again.module.css'
import { SecondStep } from './code-form.tsx'

interface ProtectedRouteProps {
  /** Where users without access are redirected. */
  readonly redirectTo?: string
  /** Also lets sales in, who are limited within the back office. */
  readonly requireAdmin?: boolean
}

/**
 * Guards its routes (product.md, section 2); the database's policies are the authority. When a session ends with unsaved
 * changes on the page, the user signs in again over the page and loses nothing.
 */
export function ProtectedRoute({ redirectTo = '/admin/login', requireAdmin = false }: ProtectedRouteProps) {
  const auth = useAuth()
  const { user, isStaff, isLoading, isSessionReady } = auth
  const { pathname, search, hash } = useLocation()
  const [retained, setRetained] = useState<RetainedPage | null>(null)

  const mayShow = !isLoading && isSessionReady && user !== null && (!requireAdmin || isStaff)
  const page = nextRetainedPage(retained, auth, mayShow)
  if (page !== retained) setRetained(page)

  if (page === null) {
    if (isLoading || !isSessionReady) return <FullScreenLoader />
    return <Navigate to={redirectTo} replace state={{ askedFor: `${pathname}${search}${hash}` }} />
  }
  return (
    <>
      <Fragment key={page.user.id}>
        <Outlet />
      </Fragment>
      {page.hasEnded && <SignInAgain user={page.user} onLeave={() => setRetained(null)} />}
    </>
  )
}

/** The page that the guard shows. */
export interface RetainedPage {
  readonly user: AuthUser
  /** Whether the session expired or ended in another window, and its user may sign in again. */
  readonly hasEnded: boolean
}

/**
 * The page after a change of the auth state. It stays when its session ended by itself, until the same user signs in again.
 * Sign-out, another user and a lost role remove it.
 *
 * @param mayShow whether the current user has access
 */
export function nextRetainedPage(
  page: RetainedPage | null,
  { user, isLoading, isCodeNeeded }: Pick<AuthState, 'user' | 'isLoading' | 'isCodeNeeded'>,
  mayShow: boolean,
): RetainedPage | null {
  if (mayShow && user !== null) {
    return page?.user.id === user.id && !page.hasEnded ? page : { user, hasEnded: false }
  }
  if (page === null) return null
  if (user === null && !isLoading) return page.hasEnded ? page : { ...page, hasEnded: true }
  // Signed in again; the role is loading, or the code is asked for.
  return page.hasEnded && (isLoading || isCodeNeeded) && user?.id === page.user.id ? page : null
}

interface SignInAgainProps {
  readonly user: AuthUser
  /** Leaves the page; called at once without unsaved changes. */
  readonly onLeave: () => void
}

/** Covers a page whose session ended with unsaved changes, until its user signs in again. */
function SignInAgain({ user, onLeave }: SignInAgainProps) {
  const [isNeeded, setNeeded] = useState(false)
  useLayoutEffect(() => {
    // Unsaved changes prevent `beforeunload`.
    if (window.dispatchEvent(new Event('beforeunload', { cancelable: true }))) onLeave()
    else setNeeded(true)
    // oxlint-disable-next-line react/exhaustive-deps -- once, when the session has ended
  }, [])
  return isNeeded ? <Cover user={user} onLeave={onLeave} /> : null
}

function Cover({ user, onLeave }: SignInAgainProps) {
  const { signIn, isLoading, isCodeNeeded } = useAuth()
  const queries = useQueryClient()
  const challenge = useChallenge('sign-in')
  const [problem, setProblem] = useState<string | null>(null)
  const { form, isSending, onSubmit } = useRulesForm({
    rules: credentialsForm('Email'),
    initial: { email: user.email, password: '' },
    async send(credentials) {
      setProblem(null)
      try {
        const proven = await challenge.prove()
        if ('problem' in proven) return setProblem(proven.problem)
        const outcome = await signIn(credentials, ...proven.proof)
        if (!outcome.accepted) return setProblem(outcome.message)
        // Refetch what failed in between.
        return void queries.invalidateQueries()
      } catch (error) {
        console.error('Signing in again failed', error)
        return setProblem('An unexpected error occurred')
      }
    },
  })
  const isRunning = isSending || isLoading

  if (isCodeNeeded)
    return (
      <ModalCover key="code" labelledBy="sign-in-again">
        <WordMark />
        <EntryHead title="One more step" id="sign-in-again">
          Your password is correct. Enter the code from your authenticator app to continue.
        </EntryHead>
        <SecondStep onDone={() => void queries.invalidateQueries()}>
          <Button variant="default" onClick={onLeave}>
            Discard and leave
          </Button>
        </SecondStep>
      </ModalCover>
    )
  return (
    <ModalCover key="password" labelledBy="sign-in-again">
      <form className={classes.form} noValidate onSubmit={onSubmit}>
        <WordMark />
        <EntryHead title="Sign in again" id="sign-in-again">
          Your session is over. Sign in to continue: nothing that you typed is lost.
        </EntryHead>
        {problem !== null && (
          <p className={classes.problem} role="alert">
            {problem}
          </p>
        )}
        <TextInput label="Email" type="email" autoComplete="username" readOnly value={user.email} />
        <PasswordInput
          label="Password"
          autoComplete="current-password"
          withAsterisk
          aria-required
          key={form.key('password')}
          {...form.getInputProps('password')}
        />
        <ChallengeField container={challenge.container} />
        <Button type="submit" size="md" disabled={isRunning}>
          {isRunning ? 'Signing in...' : 'Sign In'}
        </Button>
        <Button variant="default" disabled={isRunning} onClick={onLeave}>
          Discard and leave
        </Button>
      </form>
    </ModalCover>
  )
}

/** A modal above everything, including dialogs. */
function ModalCover({ labelledBy, children }: { readonly labelledBy: string; readonly children: ReactNode }) {
  const dialog = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const element = dialog.current
    if (element === null) return undefined
    const show = () => {
      if (!element.isConnected || element.open) return
      element.showModal()
      element.querySelector<HTMLElement>('input:not([readonly])')?.focus()
    }
    // Escape closes a Mantine dialog below unless the focused element has this.
    const stopEscape = ({ target }: FocusEvent) =>
      (target as Element).setAttribute('data-mantine-stop-propagation', 'true')
    element.addEventListener('focusin', stopEscape)
    show()
    // Browsers close a modal on a second Escape, so reopen it.
    element.addEventListener('close', show)
    return () => {
      element.removeEventListener('close', show)
      element.removeEventListener('focusin', stopEscape)
      element.close()
    }
  }, [])
  return (
    <dialog
      ref={dialog}
      className={classes.cover}
      aria-labelledby={labelledBy}
      // A click beside its fields leaves the focus here.
      tabIndex={-1}
      onCancel={(event) => event.preventDefault()}
    >
      <EntryCard>{children}</EntryCard>
    </dialog>
  )
}
