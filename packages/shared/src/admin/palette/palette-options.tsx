import classes from './palette-options.module.css'
import type { PaletteChoice } from './use-palette-choices.ts'

interface PaletteOptionsProps {
  readonly choices: readonly PaletteChoice[]
  /** The one that the arrow keys are at. */
  readonly active: PaletteChoice | undefined
  /** What the elements' ids begin with. */
  readonly idPrefix: string
  readonly onChoose: (to: string) => void
}

const groups = ['Screens', 'Products'] as const

/** The palette's options in their groups. Spotlight's arrow keys go through whatever carries `data-action`. */
export function PaletteOptions({ choices, active, idPrefix, onChoose }: PaletteOptionsProps) {
  return groups.map((group) => {
    const members = choices.filter((choice) => choice.group === group)
    if (members.length === 0) return null
    return (
      <div key={group} role="group" aria-label={group} className={classes.group}>
        <div className={classes.label} aria-hidden>
          {group}
        </div>
        {members.map(({ id, label, icon: Icon, to }) => (
          // The focus stays in the search field, whose arrow keys and Enter go to the options.
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
          <div
            key={id}
            id={`${idPrefix}${id}`}
            role="option"
            className={classes.option}
            aria-selected={id === active?.id}
            data-action
            data-selected={id === active?.id || undefined}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => onChoose(to)}
          >
            <Icon size={18} stroke={1.7} aria-hidden />
            <span className={classes.name}>{label}</span>
          </div>
        ))}
      </div>
    )
  })
}
