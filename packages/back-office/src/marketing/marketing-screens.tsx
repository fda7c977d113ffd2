import { useState } from 'react'
import { useBackend } from '@giftwell/shared/kernel/backend-context.ts'
import { imageAddress } from '@giftwell/shared/images/image-sizes.ts'
import { clientLogos, statsBlocks } from '@giftwell/shared/settings/marketing.ts'
import { createdColumn, nameColumn, descriptionColumn } from '../list/column-head.tsx'
import { TextField, LongTextField } from '../record/fields.tsx'
import { InstantUpload } from '../images/image-field.tsx'
import classes from './marketing-screens.module.css'
import { CrudScreen } from '../list/crud-screen.tsx'
import { firstRead } from '../screen/screen-head.tsx'

/** Client logos management (product.md, section 2, /admin/client-logos). */
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
          <InstantUpload
            label="Or upload a logo"
            isSaving={isSaving}
            onChange={(url) => form.setFieldValue('logo_url', url)}
          />
        </>
      )}
    />
  )
}

ClientLogosScreen.firstRead = firstRead(clientLogos.list)

/** A client's logo as the home page shows it; hidden when it fails to load (product.md, section 2). */
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

/** Stat blocks management (product.md, section 2, /admin/stats). */
export function StatsScreen() {
  return (
    <CrudScreen
      entity={statsBlocks}
      columns={[
        {
          header: 'Order',
          cell: (stat) => stat.order_index ?? '-',
          look: 'quiet',
          width: '96px',
          sortedBy: 'order_index',
          value: (stat) => stat.order_index,
        },
        {
          header: 'Title',
          cell: (stat) => stat.title,
          look: 'name',
          sortedBy: 'title',
          value: (stat) => stat.title,
        },
        { header: 'Value', cell: (stat) => stat.value, sortedBy: 'value', value: (stat) => stat.value },
        descriptionColumn,
        createdColumn,
      ]}
      fields={({ form }) => (
        <>
          <TextField form={form} name="title" label="Title" isRequired isFirst />
          <TextField form={form} name="value" label="Value" placeholder="e.g., 10,000+ or 95%" isRequired />
          <LongTextField form={form} name="description" label="Description" />
          <TextField
            form={form}
            name="order_index"
            label="Display Order"
            placeholder="1, 2, 3... (optional)"
            type="number"
          />
        </>
      )}
    />
  )
}

StatsScreen.firstRead = firstRead(statsBlocks.list)
