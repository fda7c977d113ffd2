import { brand } from '@giftwell/shared/domain/brand.ts'
import { EntryHead, EntryPage } from '@giftwell/shared/ui/entry-page.tsx'
import { WordMark } from '@giftwell/shared/ui/word-mark.tsx'
import { Button } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { useLocation, useNavigate } from 'react-router-dom'

import type { Bridge } from '../../ipc/bridge.ts'
import type { Output } from '../../ipc/contract.ts'
import { UpdateProgress } from '../updates/update-notice.tsx'
import { AddressForm } from './address-form.tsx'
import classes from './connect-screen.module.css'

interface ConnectScreenProps {
  readonly bridge: ConnectionPort
  /** The current connection. */
  readonly present: Output<'connection:read'>
  /** Returns to the former page; missing at the first start. */
  readonly onBack?: () => void
}

/** Asks for the website at the first start; opened from the menu, it shows the connection. */
export function ConnectScreen({ bridge, present, onBack }: ConnectScreenProps) {
  const { connection, isBuiltIn } = present
  const title = connection === null ? `Connect to your ${brand.name} site` : 'Connection'
  return (
    <EntryPage title={title}>
      <WordMark />
      <EntryHead title={title}>
        {connection === null ? (
          'Enter the address of your website. This app then works with the same products and leads.'
        ) : (
          <>
            This app is connected to
            <strong className={classes.site}>{connection.siteOrigin}</strong>
          </>
        )}
      </EntryHead>
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

interface ConnectionPageProps {
  readonly bridge: Bridge
  readonly present: Output<'connection:read'>
}

/** The Connect screen as opened from the menu. */
export function ConnectionPage({ bridge, present }: ConnectionPageProps) {
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

export type ConnectionPort = Pick<Bridge, 'checkConnection' | 'saveConnection'>
