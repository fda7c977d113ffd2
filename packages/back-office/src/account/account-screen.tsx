import { Box, Button, Group, Stack, Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

import type { NewFactor } from '@giftwell/shared/auth/account-requests.ts'
import { useAuth } from '@giftwell/shared/auth/auth-context.tsx'
import { CodeForm } from '@giftwell/shared/auth/code-form.tsx'
import { changedPasswordForm, ownDetailsForm } from '@giftwell/shared/auth/credentials.ts'
import {
  makingRecoveryCodes,
  type OwnAccount,
  ownAccountQuery,
  savingAccount,
} from '@giftwell/shared/auth/own-account.ts'
import { RequestProblem, useRequest } from '@giftwell/shared/auth/use-request.tsx'
import { useBackend } from '@giftwell/shared/kernel/backend-context.ts'
import { usePlatform } from '@giftwell/shared/platform/platform.ts'
import { useUnsavedGuard } from '@giftwell/shared/app/unsaved-guard.tsx'
import { useRulesForm } from '@giftwell/shared/ui/use-rules-form.ts'
import { useSubmitOnce } from '@giftwell/shared/ui/use-submit-once.ts'
import { useSite } from '@giftwell/shared/ui/use-site.ts'
import { ListState } from '../list/list-card.tsx'
import { LongTextField, PasswordField, TextField } from '../record/fields.tsx'
import { ScreenHead } from '../screen/screen-head.tsx'
import { Absence } from './absence.tsx'
import { CalendarFeed } from './calendar-feed.tsx'
import { Digest } from './digest.tsx'
import { Sessions } from './sessions.tsx'
import classes from './account-screen.module.css'
import { SubmitButton } from '../screen/buttons.tsx'
import { Part } from '../screen/part.tsx'

/** A member of staff's own account (product.md, section 2, Administration). */
export function AccountScreen() {
  const { user } = useAuth()
  const account = useQuery({ ...ownAccountQuery(useBackend(), user?.id ?? ''), staleTime: 0 })
  return (
    <>
      <ScreenHead title="Your Account" subtitle={`You are signed in as ${user?.email}.`} />
      <Stack gap="lg" maw={760}>
        {account.data === undefined ? (
          <ListState list={account} />
        ) : (
          <>
            <Part title="Details">
              <Details account={account.data} />
            </Part>
            <Part title="Absence">
              <Absence account={account.data} />
            </Part>
            <Part title="Reminders" anchor="digest">
              <Digest account={account.data} />
            </Part>
            <Part title="Calendar feed">
              <CalendarFeed since={account.data.calendar_since} />
            </Part>
          </>
        )}
        <Part title="Password">
          <NewPassword />
        </Part>
        <Part title="Two-step sign-in">
          <TwoStepSignIn />
        </Part>
        {account.data !== undefined && account.data.recovery_codes !== null && (
          <Part title="Recovery codes">
            <RecoveryCodes left={account.data.recovery_codes} />
          </Part>
        )}
        {account.data !== undefined && (
          <Part title="Sessions">
            <Sessions sessions={account.data.sessions} />
          </Part>
        )}
      </Stack>
    </>
  )
}

/** What colleagues and buyers read: the name in lists and histories, the signature below replies. */
function Details({ account }: { readonly account: OwnAccount }) {
  const initial = {
    name: account.name ?? '',
    telephone: account.telephone ?? '',
    signature: account.signature ?? '',
  }
  const saving = useMutation(savingAccount(useBackend()))
  const { form, isSending, onSubmit } = useRulesForm({
    rules: ownDetailsForm,
    initial,
    send: (_details, { getValues }) => saving.mutateAsync(getValues()),
  })
  useUnsavedGuard({ isUnsaved: form.isDirty })
  return (
    <form noValidate onSubmit={onSubmit}>
      <Stack gap="md">
        <TextField form={form} name="name" label="Name" isRequired autoComplete="name" />
        <TextField form={form} name="telephone" label="Telephone" type="tel" autoComplete="tel" />
        <LongTextField
          form={form}
          name="signature"
          label="Signature"
          rows={4}
          placeholder={`${account.name ?? 'Your name'}\n${useSite().name}`}
          hint="Added below your replies to leads. Without one, your name and the site's are added."
        />
        <SubmitButton label="Save" isSending={isSending} style={{ alignSelf: 'start' }} />
      </Stack>
    </form>
  )
}

/** Replaces the password, which ends the other sessions. */
function NewPassword() {
  const { user, changePassword } = useAuth()
  const client = useQueryClient()
  const request = useRequest({
    send: ({ current, password }: { readonly current: string; readonly password: string }) =>
      changePassword(password, current),
    refused: 'Password Not Changed',
    failed: 'Authentication Error',
    done: { title: 'Password Changed', description: 'Your other sessions have ended.' },
    onDone: () => void client.invalidateQueries({ queryKey: ['own account'] }),
  })
  const { form, isSending, onSubmit } = useRulesForm({
    rules: changedPasswordForm,
    initial: { current: '', password: '' },
    send: request.run,
    isEmptied: true,
  })
  return (
    <form noValidate onSubmit={onSubmit}>
      <Stack gap="md" maw="22rem">
        <input type="email" autoComplete="username" value={user?.email} readOnly hidden />
        <PasswordField form={form} name="current" label="Current Password" autoComplete="current-password" />
        <PasswordField form={form} name="password" label="New Password" autoComplete="new-password" />
        <RequestProblem problem={request.problem} />
        <SubmitButton label="Save Password" isSending={isSending} style={{ alignSelf: 'start' }} />
      </Stack>
    </form>
  )
}

/** At or below this number of codes new ones are suggested. */
const fewCodes = 3

/** Codes for a lost authenticator app. New ones are shown until the page is left, and never again. */
function RecoveryCodes({ left }: { readonly left: number }) {
  const platform = usePlatform()
  const site = useSite()
  const make = useMutation(makingRecoveryCodes(useBackend()))
  const codes = make.data?.map((code) => code.match(/.{4}/g)?.join('-') ?? code)
  async function renew() {
    const question = 'Make ten new recovery codes? The ones that you have will no longer work.'
    if (left === 0 || (await platform.confirm(question, { action: 'Make new codes' }))) make.mutate()
  }
  return (
    <>
      <Text
        maw="62ch"
        mb="md"
        c={left > fewCodes ? 'var(--mantine-color-text)' : 'var(--mantine-color-error)'}
      >
        {left === 0
          ? 'You have none. Without your authenticator app, only another administrator could restore your access.'
          : `${left} left. Each can be used once instead of a code from your authenticator app.${left > fewCodes ? '' : ' Make new ones soon.'}`}
      </Text>
      {codes !== undefined && (
        <Box mb="md" role="status">
          <Text mb={8}>Write these down or save them now: they are not shown again.</Text>
          <Box
            component="ul"
            className={classes.codes}
            maw="26rem"
            ff="monospace"
            fz="0.9375rem"
            lh={1.9}
            aria-label="Recovery codes"
            translate="no"
          >
            {codes.map((code) => (
              <li key={code}>{code}</li>
            ))}
          </Box>
        </Box>
      )}
      <Group gap="sm">
        <Button variant="default" disabled={make.isPending} onClick={() => void renew()}>
          {left === 0 ? 'Make recovery codes' : 'Make new codes'}
        </Button>
        {codes !== undefined && (
          <Button
            variant="default"
            onClick={() => {
              const content = new Blob([`Recovery codes of ${site.name}\n\n${codes.join('\n')}\n`])
              void platform.saveFile({ name: 'recovery-codes.txt', content })
            }}
          >
            Download
          </Button>
        )}
      </Group>
    </>
  )
}

/** Sets up and removes the second factor of the signed-in person. */
function TwoStepSignIn() {
  const { user, hasFactor, verifyCode, removeFactor } = useAuth()
  const client = useQueryClient()
  const isOn = useQuery({ queryKey: ['second-factor', user?.id], staleTime: 0, queryFn: hasFactor })
  const [factor, setFactor] = useState<NewFactor | null>(null)
  const [isRemoving, setRemoving] = useState(false)

  async function done() {
    await isOn.refetch()
    setFactor(null)
    setRemoving(false)
    void client.invalidateQueries({ queryKey: ['people'] })
    void client.invalidateQueries({ queryKey: ['own account'] })
  }
  const cancel = (close: () => void) => (
    <Button variant="default" onClick={close}>
      Cancel
    </Button>
  )

  if (isOn.isPending || isOn.isError) return <ListState list={isOn} />
  if (factor !== null)
    return (
      <>
        <Stack component="ol" className={classes.steps} gap={10} mb={16} pl={20}>
          <li>Open an authenticator app on your phone, such as the one in your password manager.</li>
          <li>
            Scan this picture with it, or type the key below it into the app.
            {/* Cameras read dark squares on white, in the dark theme as well. */}
            <Box
              component="img"
              display="block"
              w={200}
              h={200}
              mt={12}
              mb={8}
              bd="1px solid var(--gw-hairline)"
              bdrs="md"
              bg="#fff"
              src={factor.picture}
              alt="QR code with the key below"
            />
            <Text
              component="code"
              className={classes.secret}
              display="block"
              ff="monospace"
              fz="0.9375rem"
              maw="26ch"
            >
              {factor.secret.match(/.{1,4}/g)?.join(' ')}
            </Text>
          </li>
          <li>Enter the code that the app shows now.</li>
        </Stack>
        <Box maw="22rem">
          <CodeForm
            send={(code) => verifyCode(code, factor.id)}
            action="Turn On"
            done="Two-step sign-in is on"
            refused="Two-step sign-in is not on yet"
            onDone={() => void done()}
          >
            {cancel(() => setFactor(null))}
          </CodeForm>
        </Box>
      </>
    )
  if (!isOn.data) return <SetUp onBegun={setFactor} />
  return (
    <>
      <Text maw="62ch" mb="md">
        <Text component="strong" inherit fw={700} c="var(--gw-brand)">
          On.
        </Text>{' '}
        Signing in takes your password and a code from your authenticator app. With a new phone, remove it
        here and set it up again; without the old one, sign in with a recovery code or ask another
        administrator.
      </Text>
      {isRemoving ? (
        <Box maw="22rem">
          <CodeForm
            send={removeFactor}
            action="Remove"
            running="Removing..."
            done="Two-step sign-in is off"
            refused="Two-step sign-in is still on"
            onDone={() => void done()}
          >
            {cancel(() => setRemoving(false))}
          </CodeForm>
        </Box>
      ) : (
        <Button variant="default" onClick={() => setRemoving(true)}>
          Remove…
        </Button>
      )}
    </>
  )
}

/** A server without second factors, as a hosted project may be set, says so here. */
function SetUp({ onBegun }: { readonly onBegun: (factor: NewFactor) => void }) {
  const { enrollFactor } = useAuth()
  const [problem, setProblem] = useState<string | null>(null)
  const begin = useSubmitOnce(async () => {
    setProblem(null)
    try {
      const begun = await enrollFactor()
      if ('accepted' in begun) setProblem(begun.message)
      else onBegun(begun)
    } catch (error) {
      console.error('Two-step sign-in could not be set up', error)
      setProblem('An unexpected error occurred')
    }
  })
  return (
    <>
      <Text maw="62ch" mb="md">
        <strong>Off.</strong> Anyone who knows your password can sign in as you. With two steps, signing in
        also takes a code that an app on your phone shows. Your other sessions end when you turn it on.
      </Text>
      {problem !== null && (
        <Text c="var(--mantine-color-error)" mb="md" role="alert">
          {problem}
        </Text>
      )}
      <Button
        aria-disabled={begin.isRunning}
        data-disabled={begin.isRunning}
        onClick={() => void begin.run()}
      >
        {begin.isRunning ? 'Setting up...' : 'Set Up'}
      </Button>
    </>
  )
}
