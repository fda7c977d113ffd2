import { Loader } from '@mantine/core'

import classes from './full-screen-loader.module.css'

/** The whole screen waiting, with its word (product.md, section 2, Protected-route guard). */
export function FullScreenLoader() {
  return (
    <div className={classes.screen}>
      <div className={classes.status} role="status">
        <Loader color="marigold" aria-hidden />
        <p className={classes.text}>Loading...</p>
      </div>
    </div>
  )
}
