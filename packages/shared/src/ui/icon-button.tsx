import { ActionIcon, type ActionIconProps } from '@mantine/core'
import { type MouseEventHandler, useCallback, useState } from 'react'
import { createPortal } from 'react-dom'

import classes from './icon-button.module.css'
import { useTooltip } from './use-tooltip.ts'

interface IconButtonProps extends Pick<
  ActionIconProps,
  'variant' | 'color' | 'disabled' | 'className' | 'children'
> {
  readonly 'aria-label': string
  readonly 'aria-pressed'?: boolean
  /** The text of the tooltip; the name by default. */
  readonly tip?: string
  readonly onClick: MouseEventHandler<HTMLButtonElement>
}

/** A button with only an icon and a tooltip with its label (product.md, section 9, Toasts and tooltips). */
export function IconButton({ tip, ...button }: IconButtonProps) {
  const { anchor, tooltipId } = useTooltip()
  const [element, setElement] = useState<HTMLButtonElement | null>(null)
  return (
    <>
      <ActionIcon ref={setElement} {...button} {...anchor} />
      {tooltipId !== undefined &&
        element !== null &&
        // Outside of what scrolls, which would cut it, and within a landmark.
        createPortal(
          <Tip id={tooltipId} over={element}>
            {tip ?? button['aria-label']}
          </Tip>,
          element.closest('main, [role="dialog"]') ?? document.body,
        )}
    </>
  )
}

interface TipProps {
  readonly id: string
  readonly over: Element
  readonly children: string
}

function Tip({ id, over, children }: TipProps) {
  /** Above the button and within the screen, or below it where there is no room. */
  const align = useCallback(
    (tip: HTMLSpanElement | null) => {
      if (tip === null) return
      const { left, width, top, bottom } = over.getBoundingClientRect()
      const { offsetWidth, offsetHeight } = tip
      const edge = document.documentElement.clientWidth - offsetWidth - offset
      tip.style.left = `${Math.max(offset, Math.min(left + (width - offsetWidth) / 2, edge))}px`
      const above = top - offset - offsetHeight
      tip.style.top = `${above < 0 ? bottom + offset : above}px`
    },
    [over],
  )
  return (
    <span ref={align} role="tooltip" id={id} className={classes.tip}>
      {children}
    </span>
  )
}

/** Pixels between a button and its tooltip (product.md, section 9). */
const offset = 4
