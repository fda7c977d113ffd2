import { Badge } from '@mantine/core'

import classes from './product-badge.module.css'

/** A product that was asked for; cut off where there is no room, unless it may take `wholeLines`. */
export function ProductBadge({
  name,
  wholeLines = false,
}: {
  readonly name: string
  readonly wholeLines?: boolean
}) {
  return (
    <Badge
      variant="light"
      className={classes.product}
      data-whole={wholeLines}
      title={wholeLines ? undefined : name}
    >
      {name}
    </Badge>
  )
}
