import { Button, NativeSelect, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type SubmitEvent, useRef, useState } from 'react'

import { useBackend } from '@giftwell/shared/kernel/backend-context.ts'
import { inviting, type StaffRole } from './people-requests.ts'
import { cleanEmail } from '@giftwell/shared/kernel/email-address.ts'
import { emailAddress } from '@giftwell/shared/kernel/form-rules.ts'
import classes from './people-screen.module.css'

const roles: Readonly<Record<StaffRole, string>> = { administrator: 'Administrator', sales: 'Sales' }
/** The roles of people in the back office, to choose among. */
export const roleOptions = Object.entries(roles).map(([value, label]) => ({ value, label }))

const emailRule = emailAddress('E-mail')

/** What is wrong with an address is said at its field; the server's rejection is said in a toast. */
export function InviteForm() {
  const [email, setEmail] = useState('')
  const [error, setError] = useState<string>()
  const field = useRef<HTMLInputElement>(null)
  const [role, setRole] = useState<string>('sales')
  const invite = useMutation({ ...inviting(useBackend()), onSuccess: () => setEmail('') })

  function submit(event: SubmitEvent) {
    event.preventDefault()
    const typed = emailRule.safeParse(email)
    setError(typed.error?.issues[0]?.message)
    if (!typed.success) field.current?.focus()
    else if (!invite.isPending) invite.mutate({ email: typed.data, role })
  }
  return (
    <form className={classes.invite} noValidate onSubmit={submit}>
      <TextInput
        ref={field}
        className={classes.email}
        label="E-mail"
        required
        error={error}
        type="email"
        autoComplete="off"
        placeholder="name@company.com"
        value={email}
        onBlur={() => setEmail(cleanEmail)}
        onChange={(event) => {
          setEmail(event.currentTarget.value)
          setError(undefined)
        }}
      />
      <NativeSelect
        label="Role"
        size="md"
        data={roleOptions}
        value={role}
        onChange={(event) => setRole(event.currentTarget.value)}
      />
      <Button type="submit" size="md" aria-disabled={invite.isPending} data-disabled={invite.isPending}>
        {invite.isPending ? 'Inviting...' : 'Invite'}
      </Button>
    </form>
  )
}
