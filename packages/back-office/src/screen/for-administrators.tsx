import type { ReactNode } from 'react'

import { useAuth } from '@giftwell/shared/auth/auth-context.tsx'
import { ScreenHead } from './screen-head.tsx'
import classes from './for-administrators.module.css'

interface ForAdministratorsProps {
  readonly children: ReactNode
  /** What sales see in their place; a sentence by default. */
  readonly instead?: ReactNode
}

/** Controls that change what sales only read. The database refuses them, whatever is shown. */
export function ForAdministrators({ children, instead = readOnly }: ForAdministratorsProps) {
  return useAuth().isAdmin ? children : instead
}

const readOnly = <p className={classes.note}>Only administrators change this list.</p>

/** A screen that only administrators open; sales read why not. */
export function AdministratorsScreen({
  name,
  children,
}: {
  readonly name: string
  readonly children: ReactNode
}) {
  return (
    <ForAdministrators
      instead={
        <>
          <ScreenHead title={name} />
          <p className={classes.words}>
            Only administrators open this screen. Ask one of them for what you need changed, or for another
            role.
          </p>
        </>
      }
    >
      {children}
    </ForAdministrators>
  )
}
