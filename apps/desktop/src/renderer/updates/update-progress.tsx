import classes from './update-progress.module.css'
import { type UpdatePort, useUpdate } from './use-update.ts'

/** How far the download of a new version is, for those who look. */
export function UpdateProgress({ bridge }: { bridge: UpdatePort }) {
  const update = useUpdate(bridge)
  if (update.step !== 'downloading') return null
  return (
    <footer className={classes.root}>
      Version {update.version} is being downloaded ({Math.round(update.percent)}%).
    </footer>
  )
}
