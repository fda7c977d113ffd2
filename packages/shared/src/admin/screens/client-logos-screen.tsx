import { useEffect, useEffectEvent, useState } from 'react'

import { useBackend } from '../../data/backend-context.ts'
import { imageAddress } from '../../data/images/stored-image.ts'
import { clientLogos } from '../../entities/client-logos.ts'
import { createdColumn, nameColumn } from '../crud/columns.tsx'
import { CrudScreen } from '../crud/crud-screen.tsx'
import { TextField } from '../crud/fields.tsx'
import { ImageField } from '../images/image-field.tsx'
import { useImageUpload } from '../images/use-image-upload.ts'
import { firstRead } from '../layout/first-read.ts'
import type { FieldsProps } from '../records/record-dialog.tsx'
import classes from './client-logos-screen.module.css'

type LogoForm = typeof clientLogos.empty

/** Client logos management (specification, section 2, /admin/client-logos). */
export function ClientLogosScreen() {
  return (
    <CrudScreen
      entity={clientLogos}
      columns={[
        {
          header: 'Logo',
          cell: (logo) => <LogoPreview key={logo.logo_url} logo={logo} />,
          look: 'picture',
          width: '128px',
        },
        { ...nameColumn, header: 'Client Name' },
        {
          header: 'Logo URL',
          cell: (logo) => logo.logo_url,
          sortedBy: 'logo_url',
          value: (logo) => logo.logo_url,
        },
        createdColumn,
      ]}
      nameOf={(logo) => logo.name}
      fields={({ form, isSaving }) => (
        <>
          <TextField form={form} name="name" label="Client Name" isRequired isFirst />
          <TextField
            form={form}
            name="logo_url"
            label="Logo URL"
            type="url"
            placeholder="https://example.com/logo.png"
            isRequired
          />
          <LogoUpload form={form} isSaving={isSaving} />
        </>
      )}
    />
  )
}

/** Uploads a logo as soon as it is chosen, and puts its address into the form, which is what is saved. */
function LogoUpload({ form, isSaving }: FieldsProps<LogoForm>) {
  const image = useImageUpload(null)
  const chosen = image.image.kind === 'chosen' ? image.image.prepared : null

  async function upload() {
    try {
      const stored = await image.upload()
      form.setFieldValue('logo_url', stored?.url ?? '')
      image.saved()
    } catch {
      // The field shows why, or it was cancelled.
    }
  }
  const uploadChosen = useEffectEvent(upload)
  useEffect(() => {
    if (chosen !== null) void uploadChosen()
  }, [chosen])

  return (
    <ImageField
      label="Or upload a logo"
      disabled={isSaving}
      onRetry={() => void upload()}
      image={{
        ...image,
        remove() {
          image.remove()
          form.setFieldValue('logo_url', '')
        },
      }}
    />
  )
}

ClientLogosScreen.firstRead = firstRead(clientLogos.list)

/** A client's logo as the home page shows it; hidden when it fails to load (specification, section 2). */
function LogoPreview({ logo }: { readonly logo: { readonly name: string; readonly logo_url: string } }) {
  const { config } = useBackend()
  const [hasFailed, setFailed] = useState(false)
  if (hasFailed) return null
  return (
    <img
      className={classes.logo}
      src={imageAddress(config, logo.logo_url)}
      alt={logo.name}
      width={96}
      height={32}
      loading="lazy"
      onError={() => setFailed(true)}
    />
  )
}
