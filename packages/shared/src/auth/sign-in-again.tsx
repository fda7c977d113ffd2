import { Button, PasswordInput, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'

import { credentialsForm } from '../domain/credentials.ts'
import { ChallengeField } from '../ui/challenge-field.tsx'
import { useRulesForm } from '../ui/use-rules-form.ts'
import { useSubmitOnce } from '../ui/use-submit-once.ts'
import { useAuth } from './auth-context.tsx'
import type { AuthUser } from './auth-machine.ts'
import classes from './sign-in-again.module.css'
import { useChallenge } from './use-challenge.ts'

interface SignInAgainProps {
  /** Whose page it is. */
  readonly user: AuthUser
  /** Gives the page up: at once when nothing typed would be lost with it. */
  readonly onLeave: () => void
}

/** Covers a page whose session has ended while something typed on it is unsaved, and lets its user go on with it. */
export function SignInAgain({ user, onLeave }: SignInAgainProps) {
  const [isNeeded, setNeeded] = useState(false)
  useLayoutEffect(() => {
    // Whatever would ask before the browser leaves the page has something unsaved.
    if (window.dispatchEvent(new Event('beforeunload', { cancelable: true }))) onLeave()
    else setNeeded(true)
    // oxlint-disable-next-line react/exhaustive-deps -- once, when the session has ended
  }, [])
  return isNeeded ? <Cover user={user} onLeave={onLeave} /> : null
}

function Cover({ user, onLeave }: SignInAgainProps) {
  const { signIn, isLoading } = useAuth()
  const queries = useQueryClient()
  const challenge = useChallenge('sign-in')
  const [problem, setProblem] = useState<string | null>(null)
  const rules = credentialsForm('Email')
  const { form, submitTo } = useRulesForm({ rules, initial: { email: user.email, password: '' } })

  const request = useSubmitOnce(async () => {
    setProblem(null)
    try {
      const proven = await challenge.prove()
      if ('problem' in proven) return setProblem(proven.problem)
      const outcome = await signIn(rules.parse(form.getValues()), ...proven.proof)
      if (!outcome.accepted) return setProblem(outcome.message)
      // What could not be read in between.
      void queries.invalidateQueries()
    } catch (error) {
      console.error('Signing in again failed', error)
      setProblem('An unexpected error occurred')
    }
  })
  const isRunning = request.isRunning || isLoading
  // The dialog below closes on Escape otherwise.
  const keepsEscape = { 'data-mantine-stop-propagation': true }

  return (
    <ModalCover labelledBy="sign-in-again">
      <form className={classes.form} noValidate onSubmit={submitTo(request.run)}>
        <h1 id="sign-in-again" className={classes.title}>
          Sign in again
        </h1>
        <p className={classes.note}>Your session has ended. Sign in to go on: what you typed is kept.</p>
        {problem !== null && (
          <p className={classes.problem} role="alert">
            {problem}
          </p>
        )}
        <TextInput
          label="Email"
          type="email"
          autoComplete="username"
          readOnly
          value={user.email}
          {...keepsEscape}
        />
        <PasswordInput
          label="Password"
          autoComplete="current-password"
          withAsterisk
          aria-required
          {...keepsEscape}
          key={form.key('password')}
          {...form.getInputProps('password')}
        />
        <ChallengeField place={challenge.place} />
        <Button type="submit" size="md" disabled={isRunning} {...keepsEscape}>
          {isRunning ? 'Signing in...' : 'Sign In'}
        </Button>
        <Button variant="default" disabled={isRunning} onClick={onLeave} {...keepsEscape}>
          Discard and leave
        </Button>
      </form>
    </ModalCover>
  )
}

/** In front of everything else, dialogs included, which can neither be seen nor reached while it is there. */
function ModalCover({ labelledBy, children }: { readonly labelledBy: string; readonly children: ReactNode }) {
  const dialog = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const element = dialog.current
    if (element === null) return undefined
    const show = () => {
      if (!element.isConnected || element.open) return
      element.showModal()
      element.querySelector<HTMLElement>('input[type="password"]')?.focus()
    }
    show()
    // A browser closes it at a second Escape, whatever it is told.
    element.addEventListener('close', show)
    return () => {
      element.removeEventListener('close', show)
      element.close()
    }
  }, [])
  return (
    <dialog
      ref={dialog}
      className={classes.cover}
      aria-labelledby={labelledBy}
      onCancel={(event) => event.preventDefault()}
    >
      {children}
    </dialog>
  )
}
