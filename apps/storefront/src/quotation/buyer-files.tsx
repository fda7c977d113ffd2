import { AppError } from '@giftwell/shared/kernel/app-error.ts'
import { fileSize } from '@giftwell/shared/kernel/file-size.ts'
import { dataUrlOf } from '@giftwell/shared/kernel/data-url.ts'
import { downloadFile } from '@giftwell/shared/platform/download-file.ts'
import { type OrderFile, orderBlob } from '@giftwell/shared/quotations/buyer-details.ts'
import { logoFiles, mostFileBytes } from '@giftwell/shared/quotations/logo-files.ts'
import { useState } from 'react'

import { PlainField } from '../lead/plain-field.tsx'
import { ActionForm, PrivacyNotice, usePage } from './form-parts.tsx'
import type { OpenedQuotation } from './open-quotation.ts'

/** The files of the buyer's purchase order: they are read by the seller and by this link. */
export function PurchaseOrders({ opened }: { readonly opened: OpenedQuotation }) {
  const { call } = usePage()
  const { state, purchase_orders: files = [], purpose } = opened
  const isAccepted = state === 'accepted'
  if (purpose !== 'buyer' || (state === 'declined' && files.length === 0)) return null
  return (
    <section aria-labelledby="order" className="no-print">
      <h2 id="order">Order documents</h2>
      <ul className="files">
        {files.map(({ id, name, size }) => (
          <li key={id}>
            <ActionForm
              label={`Download ${name}`}
              send={async () =>
                downloadFile(document, orderBlob(await call<OrderFile>('purchase_order_file', { id })))
              }
            />
            <span className="quiet">{fileSize(size)}</span>
            {!isAccepted && state !== 'declined' && (
              <ActionForm label={`Remove ${name}`} send={() => call('remove_purchase_order', { id })} />
            )}
          </li>
        ))}
      </ul>
      {state !== 'declined' && (
        <AttachForm
          label="Purchase order"
          accept=".pdf,.png,.jpg,.jpeg,.webp"
          hint="A PDF or a picture of at most 10 MB. Only we, and people with this link, can open it."
          tooLarge="A purchase order may have at most 10 MB."
          button="Attach"
          attach="attach_purchase_order"
        />
      )}
    </section>
  )
}

/** The buyer's logos: the seller alone opens them. */
export function Artworks({ opened }: { readonly opened: OpenedQuotation }) {
  const { call } = usePage()
  const { state, artworks = [], purpose } = opened
  if (purpose !== 'buyer' || (state === 'declined' && artworks.length === 0)) return null
  return (
    <section aria-labelledby="artwork" className="no-print">
      <h2 id="artwork">Your logo</h2>
      <ul className="files">
        {artworks.map(({ id, name, size, is_own: isOwn }) => (
          <li key={id}>
            <span>{name}</span>
            <span className="quiet">{fileSize(size)}</span>
            {state !== 'declined' && isOwn === true && (
              <ActionForm label={`Remove ${name}`} send={() => call('remove_artwork', { id })} />
            )}
          </li>
        ))}
      </ul>
      {state !== 'declined' && (
        <AttachForm
          label="Logo"
          accept={logoFiles}
          hint="SVG, PDF, AI, EPS, PNG or JPEG of at most 10 MB. Only we can open it."
          tooLarge="A logo may have at most 10 MB."
          button="Add logo"
          attach="attach_artwork"
        />
      )}
    </section>
  )
}

interface AttachFormProps {
  readonly label: string
  readonly accept: string
  readonly hint: string
  readonly tooLarge: string
  readonly button: string
  /** The function that stores a file. */
  readonly attach: string
}

function AttachForm({ label, accept, hint, tooLarge, button, attach }: AttachFormProps) {
  const { call } = usePage()
  const [sent, setSent] = useState(0)
  return (
    <ActionForm
      label={button}
      send={async (form) => {
        // A file may be chosen before the scripts are there.
        const input = form.elements.namedItem('file')
        const file = input instanceof HTMLInputElement ? input.files?.[0] : undefined
        if (file === undefined) throw new AppError('invalid', 'Choose a file first.')
        if (file.size > mostFileBytes) throw new AppError('invalid', tooLarge)
        const url = await dataUrlOf(file)
        await call(attach, { name: file.name, content: url.slice(url.indexOf(',') + 1) })
      }}
      onDone={() => setSent(sent + 1)}
    >
      <PlainField
        key={sent}
        className="field"
        label={label}
        name="file"
        type="file"
        accept={accept}
        description={hint}
      />
      <PrivacyNotice form="quotation" />
    </ActionForm>
  )
}
