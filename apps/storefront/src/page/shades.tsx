import type { Shade } from '@giftwell/shared/catalogue/product-details.ts'

import { ProductPicture } from './product-picture.tsx'
import classes from './shades.module.css'

/** As in shades.module.css. */
const pictureWidth = '40px'

/** The pictures of a line's selected colours, each with its name; nothing for a single colour, since the line's picture shows it. */
export function Shades({ shades }: { readonly shades?: readonly Shade[] | undefined }) {
  if (shades === undefined || shades.length < 2) return null
  return (
    <ul className={classes.shades} aria-label="Chosen colours">
      {shades.map((shade) => (
        <li key={shade.name}>
          <ProductPicture image={shade} sizes={pictureWidth} className={classes.picture} />
          {shade.name}
        </li>
      ))}
    </ul>
  )
}
