import { Button, PasswordInput, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'

import { credentialsForm } from './credentials.ts'
import { ChallengeField, useChallenge } from './use-challenge.tsx'
import { EntryCard, EntryHead } from '../ui/entry-page.tsx'
import { useRulesForm } from '../ui/use-rules-form.ts'
import { useSubmitOnce } from '../ui/use-submit-once.ts'
import { WordMark } from '../ui/word-mark.tsx'
import { useAuth } from './auth-context.tsx'
import type { AuthUser } from './auth-machine.ts'
import classes from './sign-in-again.module.css'
import { SecondStep } from './code-form.tsx'

interface SignInAgainProps {
  readonly user: AuthUser
  /** Leaves the page; called at once without unsaved changes. */
  readonly onLeave: () => void
}

/** Covers a page whose session ended with unsaved changes, until its user signs in again. */
export function SignInAgain({ user, onLeave }: SignInAgainProps) {
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
  const rules = credentialsForm('Email')
  const { form, submitTo } = useRulesForm({ rules, initial: { email: user.email, password: '' } })

  const request = useSubmitOnce(async () => {
    setProblem(null)
    try {
      const proven = await challenge.prove()
      if ('problem' in proven) return setProblem(proven.problem)
      const outcome = await signIn(rules.parse(form.getValues()), ...proven.proof)
      if (!outcome.accepted) return setProblem(outcome.message)
      // Refetch what failed in between.
      void queries.invalidateQueries()
    } catch (error) {
      console.error('Signing in again failed', error)
      setProblem('An unexpected error occurred')
    }
  })
  const isRunning = request.isRunning || isLoading

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
      <form className={classes.form} noValidate onSubmit={submitTo(request.run)}>
        <WordMark />
        <EntryHead title="Sign in again" id="sign-in-again">
          Your session is over. Sign in to go on: what you typed is not lost.
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
    // Escape closes a Mantine dialog below unless what has the focus says this.
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
