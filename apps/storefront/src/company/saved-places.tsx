import { type ReactNode, useId, useState } from 'react'

import classes from '../lead/plain-form.module.css'

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
  /** Fills in the selected place on a press of the button, not while arrow keys move through the list. */
  readonly onChoose: (place: SavedPlace) => void
  /** Its look, as the page around it has it. */
  readonly button: (press: () => void) => ReactNode
  readonly className?: string | undefined
}

/** Offers an account's delivery places to fill in by choice; nothing without any. */
export function PlaceChoice({ places, onChoose, button, className }: PlaceChoiceProps) {
  const id = useId()
  const [label, setLabel] = useState('')
  const byLabel = new Map(
    places?.map((place) => [
      [place.title, place.recipient, addressOf(place), place.pin_code].filter(Boolean).join(', '),
      place,
    ]),
  )
  if (byLabel.size === 0) return null
  return (
    <div className={[classes.root, className].filter(Boolean).join(' ')}>
      <label htmlFor={id} className={classes.label}>
        Your delivery places
      </label>
      <select
        id={id}
        className={classes.input}
        value={label}
        onChange={({ currentTarget: { value } }) => setLabel(value)}
      >
        <option value="">Choose one</option>
        {[...byLabel.keys()].map((one) => (
          <option key={one}>{one}</option>
        ))}
      </select>
      {byLabel.has(label) &&
        button(() => {
          const place = byLabel.get(label)
          if (place) onChoose(place)
        })}
    </div>
  )
}
