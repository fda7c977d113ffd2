import { useBackend } from '@giftwell/shared/kernel/backend-context.ts'
import { send } from '@giftwell/shared/kernel/rest-request.ts'
import type { NoticeForm, PrivacyText } from '@giftwell/shared/legal/privacy-text.ts'

import { FoldedNotice, type ShownNotice } from './folded-notice.tsx'

interface PrivacyNoticeProps {
  readonly form: NoticeForm
  readonly summary?: string
  readonly onShown?: (notice: ShownNotice) => void
}

/** The notice of a form of the website. */
export function PrivacyNotice({ form, ...more }: PrivacyNoticeProps) {
  const backend = useBackend()
  return (
    <FoldedNotice
      {...more}
      load={async () => {
        const notices = await send(backend, (rest) => rest.rpc('privacy_notices_of', { form }, { get: true }))
        // The database's tests hold its shape.
        return notices as unknown as readonly PrivacyText[]
      }}
    />
  )
}
