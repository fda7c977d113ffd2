import type { ComponentType } from 'react'

import { brand } from '../../domain/brand.ts'
import { lateCode, type LateCode } from '../../ui/late/late-code.ts'
import { NotLoaded } from '../../ui/late/not-loaded.tsx'
import { useLateCode } from '../../ui/late/use-late-code.ts'
import type { ScreenComponent } from './first-read.ts'
import classes from './loaded-screen.module.css'

/** A screen's code, which is loaded once for all of its visits, or ahead of the first one. */
export interface ScreenCode extends LateCode<ScreenComponent> {
  readonly Screen: ComponentType
}

/** A screen whose code comes when it is first shown. When it does not, that is said in the screen's place. */
export function loadedScreen(name: string, load: () => Promise<ScreenComponent>): ScreenCode {
  const late = lateCode(load)

  function LoadedScreen() {
    const { code: Screen, hasFailed, tryAgain } = useLateCode(late)
    if (Screen !== undefined) return <Screen />
    return (
      <>
        <title>{`${name} · ${brand.name}`}</title>
        {hasFailed ? (
          <div className={classes.failure}>
            <h1>{name}</h1>
            <NotLoaded what="This screen" onTryAgain={tryAgain} />
          </div>
        ) : (
          <p className={classes.loading} role="status">
            Loading...
          </p>
        )}
      </>
    )
  }

  return { ...late, Screen: LoadedScreen }
}
