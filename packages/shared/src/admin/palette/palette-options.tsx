import { useEffect } from 'react'

import classes from './palette-options.module.css'
import { type PaletteChoice, paletteGroups } from './use-palette-choices.ts'

interface PaletteOptionsProps {
  readonly listId: string
  readonly choices: readonly PaletteChoice[]
  /** The one that the arrow keys are at. */
  readonly active: PaletteChoice | undefined
  readonly onChoose: (choice: PaletteChoice) => void
}

/** The palette's options in their groups; the focus stays in the search field, which says where the arrow keys are. */
export function PaletteOptions({ listId, choices, active, onChoose }: PaletteOptionsProps) {
  const activeId = active && optionId(listId, active)
  useEffect(() => {
    if (activeId !== undefined) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' })
  }, [activeId])

  return (
    <div id={listId} role="listbox" aria-label="Results" className={classes.list}>
      {paletteGroups.map((group) => {
        const members = choices.filter((choice) => choice.group === group)
        if (members.length === 0) return null
        return (
          <div key={group} role="group" aria-label={group} className={classes.group}>
            <div className={classes.label} aria-hidden>
              {group}
            </div>
            {members.map((choice) => {
              const { id, label, icon: Icon } = choice
              return (
                // The search field has the keys.
                // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
                <div
                  key={id}
                  id={optionId(listId, choice)}
                  role="option"
                  className={classes.option}
                  aria-selected={id === active?.id}
                  onMouseDown={(event) => event.preventDefault()}
                  onClick={() => onChoose(choice)}
                >
                  <Icon size={18} stroke={1.7} aria-hidden />
                  <span className={classes.name}>{label}</span>
                </div>
              )
            })}
          </div>
        )
      })}
    </div>
  )
}

/** The id of an option's element, for the field that points to it. */
export function optionId(listId: string, { id }: PaletteChoice): string {
  return `${listId}${id}`
}
