import { AppError } from '@giftwell/shared/kernel/app-error.ts'
import { fileSize } from '@giftwell/shared/kernel/file-size.ts'
import { dataUrlOf } from '@giftwell/shared/kernel/data-url.ts'
import { downloadFile } from '@giftwell/shared/platform/download-file.ts'
import { mostFileBytes, type OrderFile, orderBlob } from '@giftwell/shared/quotations/buyer-details.ts'
import { useRef, useState } from 'react'

import { ActionForm, PrivacyNotice, usePage } from './form-parts.tsx'
import type { OpenedQuotation } from './open-quotation.ts'

/** The files of the buyer's purchase order: they are read by the seller and by this link. */
export function PurchaseOrders({ opened }: { readonly opened: OpenedQuotation }) {
  const { call } = usePage()
  const { state, purchase_orders: files = [], purpose } = opened
  // A file may be chosen before the scripts are there.
  const input = useRef<HTMLInputElement>(null)
  const [sent, setSent] = useState(0)
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
        <ActionForm
          label="Attach"
          send={async () => {
            const file = input.current?.files?.[0]
            if (file === undefined) throw new AppError('invalid', 'Choose a file first.')
            if (file.size > mostFileBytes)
              throw new AppError('invalid', 'A purchase order has at most 10 MB.')
            const url = await dataUrlOf(file)
            await call('attach_purchase_order', { name: file.name, content: url.slice(url.indexOf(',') + 1) })
          }}
          onDone={() => setSent(sent + 1)}
        >
          <div className="field">
            <label htmlFor="order file">Purchase order</label>
            <input ref={input} key={sent} id="order file" type="file" accept=".pdf,.png,.jpg,.jpeg,.webp" />
            <span className="quiet">
              A PDF or a picture of at most 10 MB. Only we, and people with this link, can open it.
            </span>
          </div>
          <PrivacyNotice form="quotation" />
        </ActionForm>
      )}
    </section>
  )
}
