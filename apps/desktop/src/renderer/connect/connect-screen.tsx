import { brand } from '@giftwell/shared/domain/brand.ts'
import { EntryHead, EntryPage } from '@giftwell/shared/ui/entry-page.tsx'
import { WordMark } from '@giftwell/shared/ui/word-mark.tsx'
import { Button } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'

import type { Output } from '../../ipc/contract.ts'
import { AddressForm } from './address-form.tsx'
import classes from './connect-screen.module.css'
import type { ConnectionPort } from './connection-port.ts'

interface ConnectScreenProps {
  readonly bridge: ConnectionPort
  /** What the app is connected to, if anything. */
  readonly present: Output<'connection:read'>
  /** Leads back to where somebody came from; none at the first start. */
  readonly onBack?: () => void
}

/** Asks once which website the app is for, and shows that later on, when it is opened from the menu. */
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
