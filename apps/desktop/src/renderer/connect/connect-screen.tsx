import classes from '@giftwell/shared/auth/credentials-form.module.css'
import { errorMessage } from '@giftwell/shared/kernel/app-error.ts'
import { brand } from '@giftwell/shared/kernel/brand.ts'
import { EntryHead, EntryPage } from '@giftwell/shared/ui/entry-page.tsx'
import { useRulesForm } from '@giftwell/shared/ui/use-rules-form.ts'
import { WordMark } from '@giftwell/shared/ui/word-mark.tsx'
import { Box, Button, TextInput, Checkbox } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { z } from 'zod'
import type { Output } from '../../ipc/contract.ts'
import { UpdateProgress } from '../updates/update-notice.tsx'
import type { Bridge } from '../../ipc/create-bridge.ts'

interface ConnectScreenProps {
  readonly bridge: Bridge
  readonly present: Output<'connection:read'>
  /** Returns to the former page; missing at the first start. */
  readonly onBack?: () => void
}

/** Asks for the website at the first start; afterwards these are the settings of this computer. */
export function ConnectScreen({ bridge, present, onBack }: ConnectScreenProps) {
  const { connection, isBuiltIn } = present
  const title = connection === null ? `Connect to your ${brand.name} site` : 'This computer'
  return (
    <EntryPage title={title}>
      <WordMark />
      <EntryHead title={title}>
        {connection === null ? (
          <span>
            Enter the address of your website. This app then works with the same products and leads.
          </span>
        ) : (
          <span>
            This app is connected to
            <Box component="strong" display="block" c="var(--mantine-color-text)">
              {connection.siteOrigin}
            </Box>
          </span>
        )}
      </EntryHead>
      {connection !== null && <StartAtLogin bridge={bridge} />}
      {isBuiltIn ? (
        <p className={classes.note}>
          The connection is part of this installation and cannot be changed here.
        </p>
      ) : (
        <AddressForm bridge={bridge} isAnother={connection !== null} />
      )}
      {onBack && (
        <Button variant="subtle" leftSection={<IconArrowLeft aria-hidden size={18} />} onClick={onBack}>
          Back
        </Button>
      )}
    </EntryPage>
  )
}

/** The settings of this computer, as opened from the menu or the sidebar. */
export function SettingsPage({ bridge, present }: Omit<ConnectScreenProps, 'onBack'>) {
  const navigate = useNavigate()
  const isFirstPage = useLocation().key === 'default'
  return (
    <>
      <ConnectScreen
        bridge={bridge}
        present={present}
        onBack={() => void (isFirstPage ? navigate('/admin') : navigate(-1))}
      />
      <UpdateProgress bridge={bridge} />
    </>
  )
}

interface AddressFormProps {
  readonly bridge: Bridge
  /** Whether the app is connected to a site already. */
  readonly isAnother: boolean
}

const addressForm = z.object({ address: z.string().regex(/\S/, 'Address is required') })

/**
 * Asks for the website's address and checks it before saving; an error shows at the field. After saving, the main process
 * reloads the page.
 */
function AddressForm({ bridge, isAnother }: AddressFormProps) {
  const [isSaved, setSaved] = useState(false)
  const { form, isSending, onSubmit } = useRulesForm({
    rules: addressForm,
    initial: { address: '' },
    async send(_address, { getValues, getInputNode, setFieldError }) {
      const refuse = (reason: string) => {
        setFieldError('address', reason)
        getInputNode('address')?.focus()
        return false
      }
      try {
        const checked = await bridge.checkConnection(getValues().address)
        if (!checked.found) return refuse(checked.reason)
        await bridge.saveConnection(checked.connection)
        return setSaved(true)
      } catch (error) {
        console.error('The connection could not be made', error)
        return refuse(errorMessage(error))
      }
    },
  })
  const isBusy = isSending || isSaved

  return (
    <form className={classes.root} noValidate onSubmit={onSubmit}>
      <TextInput
        label={isAnother ? 'Address of another site' : 'Website address'}
        description={
          isAnother
            ? 'Connecting to another site signs you out and removes what is stored on this computer.'
            : undefined
        }
        styles={{ description: { marginBottom: 8 } }}
        type="url"
        inputMode="url"
        autoCapitalize="off"
        autoCorrect="off"
        spellCheck={false}
        placeholder="https://gifts.example.com"
        withAsterisk
        readOnly={isBusy}
        // At the first start the field is the only control.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus={!isAnother}
        key={form.key('address')}
        {...form.getInputProps('address')}
      />
      <Button type="submit" size="md" disabled={isBusy}>
        {isBusy ? 'Connecting...' : 'Connect'}
      </Button>
    </form>
  )
}

/** Whether the app starts at login, as the system says now; nothing where Electron cannot do that. */
export function StartAtLogin({ bridge }: { bridge: Bridge }) {
  const [isOn, setOn] = useState<boolean | null>(null)
  const [wanted, setWanted] = useState<boolean | null>(null)
  useEffect(() => {
    const read = () => void bridge.startsAtLogin().then(setOn, console.error)
    read()
    // The user may come back from the system's own settings.
    window.addEventListener('focus', read)
    return () => window.removeEventListener('focus', read)
  }, [bridge])

  async function change(isWanted: boolean) {
    try {
      setOn(await bridge.startAtLogin(isWanted))
    } catch (error) {
      console.error('The app could not be set to start at login', error)
    }
    setWanted(isWanted)
  }

  if (isOn === null) return null
  return (
    <Checkbox
      label="Start at login"
      // Without the description, which the label contains.
      aria-label="Start at login"
      description="The app starts without a window and announces new leads."
      checked={isOn}
      error={
        wanted !== null &&
        wanted !== isOn &&
        'The system does not allow this. In its settings, add the app to those that start at login.'
      }
      onChange={({ currentTarget: { checked } }) => void change(checked)}
    />
  )
}
