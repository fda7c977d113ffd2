import { Button, PasswordInput } from '@mantine/core'

import { newPasswordForm } from './credentials.ts'
import { Dialog } from '../ui/dialog.tsx'
import { MantineTheme } from '../ui/theme-provider.tsx'
import type { DialogState } from '../ui/lazy/lazy-dialog.tsx'
import { useRulesForm } from '../ui/use-rules-form.ts'
import { useAuth } from './auth-context.tsx'
import { CodeForm } from './code-form.tsx'
import classes from './credentials-form.module.css'
import { RequestProblem, useRequest } from './use-request.tsx'

/** Asks for the new password after a password e-mail's link. */
export function NewPasswordDialog({ opened, onClose }: DialogState) {
  return (
    <Dialog opened={opened} onClose={onClose} size="26rem" title="Choose a New Password">
      <MantineTheme>
        <NewPasswordForm onClose={onClose} />
      </MantineTheme>
    </Dialog>
  )
}

function NewPasswordForm({ onClose }: Pick<DialogState, 'onClose'>) {
  const { changePassword, verifyCode, session } = useAuth()
  const request = useRequest({
    send: ({ password }: { readonly password: string }) => changePassword(password),
    refused: 'Password Not Changed',
    failed: 'Authentication Error',
    done: { title: 'Password Changed', description: "You're signed in." },
    onDone: onClose,
  })
  const { form, isSending, onSubmit } = useRulesForm({
    rules: newPasswordForm,
    initial: { password: '' },
    send: request.run,
  })

  // With a second factor, Auth changes no password without the code.
  if (session?.needsCode === true) return <CodeForm send={verifyCode} done="Code accepted" />
  return (
    <form className={classes.root} noValidate onSubmit={onSubmit}>
      <PasswordInput
        label="New Password"
        autoComplete="new-password"
        data-autofocus
        withAsterisk
        aria-required
        key={form.key('password')}
        {...form.getInputProps('password')}
      />
      <RequestProblem problem={request.problem} />
      <Button type="submit" size="md" disabled={isSending}>
        {isSending ? 'Saving...' : 'Save Password'}
      </Button>
    </form>
  )
}
