import { Button } from '@mantine/core'
import { useState } from 'react'

import { PlainField } from '../lead/plain-field.tsx'
import classes from './inquiry-fields.module.css'
import type { InquiryLine } from './inquiry.ts'
import { shortlistFragment } from './shortlist-address.ts'

/** A link that was made, and what it holds. */
interface MadeLink {
  readonly lines: string
  readonly address: string
  readonly isCopied: boolean
}

/** Makes a link that carries the basket, and copies it where the browser allows that. */
export function useSharedLink(lines: readonly InquiryLine[]) {
  const [made, setMade] = useState<MadeLink>()
  const current = JSON.stringify(lines)
  return {
    /** Undefined before the first press, and once the basket has changed. */
    link: made?.lines === current ? made : undefined,
    async share() {
      const fragment = await shortlistFragment(lines)
      const address = new URL(`/shortlist#${fragment}`, window.location.href).href
      setMade({ lines: current, address, isCopied: await copied(address) })
    },
  }
}

/** Whether it was copied: browsers may refuse, and have no clipboard on pages without https. */
async function copied(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}

type SharedLink = ReturnType<typeof useSharedLink>

/** The button that shares the basket. */
export function ShareButton({ share }: Pick<SharedLink, 'share'>) {
  return (
    <Button variant="default" size="sm" onClick={() => void share()}>
      Share basket
    </Button>
  )
}

/** The link once it is made. */
export function LinkToBasket({ link }: Pick<SharedLink, 'link'>) {
  return (
    <div className="no-print">
      {link && (
        <PlainField
          label="Link to this basket"
          readOnly
          value={link.address}
          className={classes.shared}
          onFocus={({ currentTarget }) => currentTarget.select()}
        />
      )}
      <p aria-live="polite" className={classes.hint}>
        {link &&
          `${link.isCopied ? 'Link copied.' : 'Copy this link.'} Everyone with the link and a free account sees these products, quantities and notes.`}
      </p>
    </div>
  )
}
