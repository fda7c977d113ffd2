import { Anchor, Text } from '@mantine/core'
import { type ReactNode, useState } from 'react'

import { type LegalHint, needsChecking } from '@giftwell/shared/legal/legal-hints.ts'
import { dayText, todayInIndia } from '@giftwell/shared/kernel/india-time.ts'

interface LegalNoteProps {
  readonly hint: LegalHint
  /** Its meaning here, after its text. */
  readonly children?: ReactNode
}

/** A hint on the law with its clause, its source and when it was checked; it blocks nothing (product.md, section 2, Legal hints). */
export function LegalNote({ hint, children }: LegalNoteProps) {
  const [today] = useState(() => todayInIndia())
  return (
    <div>
      <Text fz="sm">{hint.text}</Text>
      {children}
      <Text fz="xs" c="dimmed" mt={2}>
        <Anchor
          inherit
          c="inherit"
          td="underline"
          href={hint.source.url}
          target="_blank"
          rel="noreferrer"
          title={hint.source.name}
        >
          {hint.clause}
        </Anchor>
        , checked on {dayText(hint.checkedOn)}.
        {needsChecking(hint, today) && ' That is more than a year ago: please check it.'}
      </Text>
    </div>
  )
}
