import classes from './full-screen-loader.module.css'
import { Loader } from './plain-controls.tsx'

/** The whole screen waiting, with its word (product.md, section 2, Protected-route guard). */
export function FullScreenLoader() {
  return (
    <div className={classes.screen}>
      <div className={classes.status} role="status">
        <Loader color="var(--mantine-color-marigold-filled)" aria-hidden />
        <p className={classes.text}>Loading...</p>
      </div>
    </div>
  )
}
