import { Title } from '@mantine/core'
import { type ReactNode, useEffect, useRef } from 'react'

/** A step, whose title takes the focus when it opens. */
export function StepPart({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <>
      <Title ref={heading} order={3} ff="text" fz="1rem" fw={650} tabIndex={-1}>
        {title}
      </Title>
      {children}
    </>
  )
}
