import { Dialog } from '@giftwell/shared/ui/dialog.tsx'
import { Button, PasswordInput, Text, TextInput } from '@mantine/core'
import { type SubmitEvent, useEffect, useState } from 'react'

import type { Bridge } from '../../ipc/create-bridge.ts'

/** Asks for the name and password of the network's proxy while requests wait for them. Closing it cancels them. */
export function ProxyDialog({ bridge }: { bridge: Bridge }) {
  const [proxy, setProxy] = useState<string | null>(null)
  useEffect(() => {
    bridge.readProxy().then((waiting) => setProxy((asking) => asking ?? waiting), console.error)
    return bridge.onProxyAsks(setProxy)
  }, [bridge])
  function answer(login: Parameters<Bridge['answerProxy']>[0]) {
    setProxy(null)
    bridge.answerProxy(login).catch(console.error)
  }
  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    answer(Object.fromEntries(new FormData(event.currentTarget)) as { name: string; password: string })
  }
  return (
    <Dialog opened={proxy !== null} onClose={() => answer(null)} title="Sign in to the proxy" size="440px">
      <form onSubmit={submit}>
        <Text>The proxy of this network: {proxy}</Text>
        <TextInput name="name" label="User name" maxLength={500} mt="md" data-autofocus />
        <PasswordInput name="password" label="Password" maxLength={500} mt="md" />
        <Button type="submit" mt="lg">
          Sign in
        </Button>
      </form>
    </Dialog>
  )
}
