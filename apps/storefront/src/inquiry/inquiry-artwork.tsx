import { useBackend } from '@giftwell/shared/kernel/backend-context.ts'
import { fileSize } from '@giftwell/shared/kernel/file-size.ts'
import { Button } from '@giftwell/shared/ui/plain-controls.tsx'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'

import { type OwnInquiry, withoutArtwork } from './inquiry-requests.ts'
import classes from './inquiry-sheet.module.css'
import { LogoPicker } from './logo-field.tsx'
import { attachLogo } from './own-logo.ts'

interface InquiryArtworkProps {
  readonly inquiry: OwnInquiry
  readonly token: string
}

/** The logos of an inquiry, on its private page; the seller alone opens them. */
export function InquiryArtwork({ inquiry, token }: InquiryArtworkProps) {
  const backend = useBackend()
  const client = useQueryClient()
  const removal = useMutation(withoutArtwork(backend, token))
  const heading = useRef<HTMLHeadingElement>(null)
  const { artworks = [], state } = inquiry
  const isOpen = state !== 'withdrawn'
  if (!isOpen && artworks.length === 0) return null
  return (
    <section aria-labelledby="artwork" className="no-print">
      <h2 id="artwork" ref={heading} tabIndex={-1} className={classes.heading}>
        Your logo
      </h2>
      {artworks.map(({ id, name, size, is_own: isOwn }) => (
        <p key={id} className={classes.text}>
          {name}, {fileSize(size)}{' '}
          {isOpen && isOwn === true && (
            <Button
              variant="default"
              size="compact-sm"
              aria-label={`Remove ${name}`}
              loading={removal.isPending && removal.variables === id}
              onClick={() => removal.mutate(id, { onSuccess: () => heading.current?.focus() })}
            >
              Remove
            </Button>
          )}
        </p>
      ))}
      {isOpen && artworks.length < 3 && (
        <LogoPicker
          label={artworks.length === 0 ? 'Add your logo' : 'Add another file'}
          hint="SVG, PDF, AI, EPS, PNG or JPEG, at most 10 MB. Only we can open it."
          onFile={async (file) => {
            await attachLogo(backend, token, file)
            await client.invalidateQueries({ queryKey: ['inquiry'] })
          }}
        />
      )}
    </section>
  )
}
