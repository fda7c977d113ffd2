import { Checkbox } from '@mantine/core'

import classes from './select-box.module.css'

interface SelectBoxProps {
  readonly label: string
  readonly isChecked: boolean
  /** Whether some of what it stands for is selected. */
  readonly isMixed?: boolean
  readonly onChange: (isRange: boolean) => void
}

/** The box that selects a row or a page: it is pressed wherever its cell is, and with Shift selects a range. */
export function SelectBox({ label, isChecked, isMixed = false, onChange }: SelectBoxProps) {
  return (
    // Checkbox has the control.
    // oxlint-disable-next-line jsx-a11y/label-has-associated-control
    <label className={classes.select}>
      <Checkbox
        size="xs"
        aria-label={label}
        checked={isChecked}
        indeterminate={isMixed && !isChecked}
        onChange={({ nativeEvent }) => onChange(nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)}
      />
    </label>
  )
}
