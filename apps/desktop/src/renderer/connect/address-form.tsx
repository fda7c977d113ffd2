import { useSubmitOnce } from '@giftwell/shared/ui/use-submit-once.ts'
import { Button, TextInput } from '@mantine/core'
import { type SubmitEvent, useEffect, useRef, useState } from 'react'

import classes from './connect-screen.module.css'
import type { ConnectionPort } from './connect-screen.tsx'

interface AddressFormProps {
  readonly bridge: ConnectionPort
  /** Whether the app is connected to a site already. */
  readonly isAnother: boolean
}

/**
 * Asks for the website's address and checks it before saving; a refusal shows at the field. After saving, the main process
 * reloads the page.
 */
export function AddressForm({ bridge, isAnother }: AddressFormProps) {
  const [address, setAddress] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [isSaved, setSaved] = useState(false)
  const field = useRef<HTMLInputElement>(null)

  const connecting = useSubmitOnce(async () => {
    setProblem(null)
    try {
      const answer = await bridge.checkConnection(address)
      if (answer.found) {
        await bridge.saveConnection(answer.connection)
        setSaved(true)
      } else setProblem(answer.reason)
    } catch (error) {
      console.error('The connection could not be made', error)
      setProblem(error instanceof Error ? error.message : 'An unexpected error occurred')
    }
  })
  const isBusy = connecting.isRunning || isSaved

  useEffect(() => {
    // At the first start the field is the only control.
    if (!isAnother) field.current?.focus()
  }, [isAnother])

  useEffect(() => {
    if (problem !== null) field.current?.focus()
  }, [problem])

  function submit(event: SubmitEvent) {
    event.preventDefault()
    if (address.trim() === '') setProblem('Address is required')
    else void connecting.run()
  }

  return (
    <form className={classes.form} noValidate onSubmit={submit}>
      <TextInput
        ref={field}
        label={isAnother ? 'Address of another site' : 'Website address'}
        description={
          isAnother
            ? 'Connecting to another site signs you out and removes what is kept on this computer.'
            : undefined
        }
        classNames={{ description: classes.description ?? '' }}
        type="url"
        inputMode="url"
        autoCapitalize="off"
        autoCorrect="off"
        spellCheck={false}
        placeholder="https://gifts.example.com"
        withAsterisk
        readOnly={isBusy}
        value={address}
        error={problem}
        onChange={(event) => {
          setAddress(event.currentTarget.value)
          setProblem(null)
        }}
      />
      <Button type="submit" size="md" disabled={isBusy}>
        {isBusy ? 'Connecting...' : 'Connect'}
      </Button>
    </form>
  )
}
