import { Box, Button, Paper, Text, Title } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

import type { NewFactor } from '@giftwell/shared/auth/account-requests.ts'
import { useAuth } from '@giftwell/shared/auth/auth-context.tsx'
import { CodeForm } from '@giftwell/shared/auth/code-form.tsx'
import { useSubmitOnce } from '@giftwell/shared/ui/use-submit-once.ts'
import { ListState } from '../list/list-card.tsx'
import { ScreenHead } from '../screen/screen-head.tsx'
import classes from './account-screen.module.css'

/** What a person of the back office changes about their own sign-in. */
export function AccountScreen() {
  const { user } = useAuth()
  return (
    <>
      <ScreenHead title="Your Account" subtitle={`You are signed in as ${user?.email}.`} />
      <Paper component="section" withBorder radius="lg" maw={760} p={20} aria-labelledby="two-step">
        <Title order={2} id="two-step" ff="text" fz="1.0625rem" fw={650} mb={10}>
          Two-step sign-in
        </Title>
        <TwoStepSignIn />
      </Paper>
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
        <ol className={classes.steps}>
          <li>Open an authenticator app on your phone, such as the one of your password manager.</li>
          <li>
            Scan this picture with it, or type the key below it into the app.
            <img className={classes.picture} src={factor.picture} alt="QR code with the key below" />
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
        </ol>
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
        Signing in takes your password and a code of your authenticator app. With a new phone, remove it here
        and set it up again; without the old one, ask the owner of this site.
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
