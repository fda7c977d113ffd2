import { Dialog } from '@giftwell/shared/ui/dialog.tsx'
import { useRulesForm } from '@giftwell/shared/ui/use-rules-form.ts'
import { Button, PasswordInput, Text, TextInput } from '@mantine/core'
import { useEffect, useState } from 'react'
import { z } from 'zod'

import type { Bridge } from '../../ipc/create-bridge.ts'

const login = z.object({ name: z.string(), password: z.string() })

/** Asks for the name and password of the network's proxy while requests wait for them. Closing it cancels them. */
export function ProxyDialog({ bridge }: { bridge: Bridge }) {
  const [proxy, setProxy] = useState<string | null>(null)
  useEffect(() => {
    bridge.readProxy().then((waiting) => setProxy((asking) => asking ?? waiting), console.error)
    return bridge.onProxyAsks(setProxy)
  }, [bridge])
  function answer(typed: Parameters<Bridge['answerProxy']>[0]) {
    setProxy(null)
    bridge.answerProxy(typed).catch(console.error)
  }
  const { form, onSubmit } = useRulesForm({
    rules: login,
    initial: { name: '', password: '' },
    send: answer,
    isEmptied: true,
  })
  function cancel() {
    form.reset()
    answer(null)
  }
  const field = (name: keyof z.input<typeof login>) => ({
    maxLength: 500,
    mt: 'md',
    ...form.getInputProps(name),
  })
  return (
    <Dialog opened={proxy !== null} onClose={cancel} title="Sign in to the proxy" size="440px">
      <form noValidate onSubmit={onSubmit}>
        <Text>The proxy of this network: {proxy}</Text>
        <TextInput key={form.key('name')} label="User name" data-autofocus {...field('name')} />
        <PasswordInput key={form.key('password')} label="Password" {...field('password')} />
        <Button type="submit" mt="lg">
          Sign in
        </Button>
      </form>
    </Dialog>
  )
}
