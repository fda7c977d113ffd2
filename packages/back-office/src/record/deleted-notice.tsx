import { Button } from '@mantine/core'

import classes from './conflict-notice.module.css'
import { useFocusedNotice } from './use-focused-notice.ts'

interface DeletedNoticeProps {
  /** "product" */
  readonly one: string
  readonly onKeepEditing: () => void
  readonly onDiscard: () => void
  readonly onCreateAgain: () => void
}

/** Says that the record in the form was deleted by another user. */
export function DeletedNotice({ one, onKeepEditing, onDiscard, onCreateAgain }: DeletedNoticeProps) {
  return (
    <div role="alert" ref={useFocusedNotice()} tabIndex={-1} className={classes.root}>
      <p className={classes.words}>
        Another user has deleted the {one} since you opened it. What you typed is still here.
      </p>
      <div className={classes.buttons}>
        <Button onClick={onCreateAgain}>Create it again</Button>
        <Button variant="default" onClick={onDiscard}>
          Discard mine
        </Button>
        <Button variant="default" onClick={onKeepEditing}>
          Keep editing
        </Button>
      </div>
    </div>
  )
}
