import { Button } from '@mantine/core'
import { type ComponentType, useEffect, useState } from 'react'

import { brand } from '../../domain/brand.ts'
import { type LateCode, loadInTime } from '../../ui/late/late-code.ts'
import type { ScreenComponent } from './first-read.ts'
import classes from './loaded-screen.module.css'

/** A screen's code, which is loaded once for all of its visits, or ahead of the first one. */
export interface ScreenCode extends LateCode<ScreenComponent> {
  readonly Screen: ComponentType
}

/**
 * A screen whose code comes when it is first shown. When it does not, for want of a network, that is said in the
 * screen's place: it is loaded again by a press, or by itself once the network is back.
 */
export function loadedScreen(name: string, load: () => Promise<ScreenComponent>): ScreenCode {
  let Loaded: ScreenComponent | undefined

  async function loadOnce() {
    Loaded ??= await loadInTime(load())
    return Loaded
  }

  function LoadedScreen() {
    const [Screen, setScreen] = useState(() => Loaded)
    const [attempt, setAttempt] = useState(0)
    const [failedAttempt, setFailedAttempt] = useState(-1)
    const hasFailed = failedAttempt === attempt

    useEffect(() => {
      let isWanted = Screen === undefined
      if (isWanted) {
        loadOnce().then(
          (loaded) => isWanted && setScreen(() => loaded),
          (error: unknown) => {
            console.error(`The screen ${name} could not be loaded`, error)
            if (isWanted) setFailedAttempt(attempt)
          },
        )
      }
      return () => {
        isWanted = false
      }
    }, [Screen, attempt])

    useEffect(() => {
      if (!hasFailed) return undefined
      const onOnline = () => setAttempt((before) => before + 1)
      window.addEventListener('online', onOnline)
      return () => window.removeEventListener('online', onOnline)
    }, [hasFailed])

    if (Screen !== undefined) return <Screen />
    return (
      <>
        <title>{`${name} · ${brand.name}`}</title>
        {hasFailed ? (
          <NotLoaded name={name} onTryAgain={() => setAttempt(attempt + 1)} />
        ) : (
          <p className={classes.loading} role="status">
            Loading...
          </p>
        )}
      </>
    )
  }

  return { Screen: LoadedScreen, load: loadOnce, get: () => Loaded }
}

function NotLoaded({ name, onTryAgain }: { readonly name: string; readonly onTryAgain: () => void }) {
  return (
    <div className={classes.failure} role="alert">
      <h1>{name}</h1>
      <p>This screen could not be loaded. Please check your connection and try again.</p>
      <div className={classes.ways}>
        <Button onClick={onTryAgain}>Try Again</Button>
        {/* A new version of the site may have taken the old one's code away. */}
        <Button variant="default" onClick={() => window.location.reload()}>
          Refresh Page
        </Button>
      </div>
    </div>
  )
}
