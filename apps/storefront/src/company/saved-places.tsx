import { useId } from 'react'

/** Where an account has gifts delivered (the database's `my_company`). */
export interface SavedPlace {
  readonly title: string | null
  readonly recipient: string
  readonly phone: string | null
  readonly address: string
  readonly city: string | null
  readonly pin_code: string | null
}

/** Its address in one line, as short as a field for addresses takes. */
export const addressOf = ({ address, city }: SavedPlace) => [address, city].filter(Boolean).join(', ')

interface PlaceChoiceProps {
  readonly places: readonly SavedPlace[] | undefined
  /** Fills in what is chosen. */
  readonly onChoose: (place: SavedPlace) => void
  /** Its look, as the form around it has it. */
  readonly classes: Readonly<Partial<Record<'root' | 'label' | 'input', string | undefined>>>
}

/** Offers the delivery places of an account, so that none is filled in but by a choice; nothing without any. */
export function PlaceChoice({ places, onChoose, classes }: PlaceChoiceProps) {
  const id = useId()
  const byLabel = new Map(
    places?.map((place) => [
      [place.title, place.recipient, addressOf(place), place.pin_code].filter(Boolean).join(', '),
      place,
    ]),
  )
  if (byLabel.size === 0) return null
  return (
    <div className={classes.root}>
      <label htmlFor={id} className={classes.label}>
        Your delivery places
      </label>
      <select
        id={id}
        className={classes.input}
        value=""
        onChange={({ currentTarget: { value } }) => {
          const place = byLabel.get(value)
          if (place) onChoose(place)
        }}
      >
        <option value="">Choose one to fill it in</option>
        {[...byLabel.keys()].map((label) => (
          <option key={label}>{label}</option>
        ))}
      </select>
    </div>
  )
}
