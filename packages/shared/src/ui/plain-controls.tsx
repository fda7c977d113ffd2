import type { ComponentProps, CSSProperties, ElementType, ReactNode } from 'react'

// What Mantine's components of the same names render, without the 15 kB of Mantine that they need (plain-controls.test.tsx). Their
// looks are Mantine's style sheets.

interface ButtonLook {
  readonly variant?: 'filled' | 'default' | 'subtle' | undefined
  readonly size?: 'sm' | 'md' | 'compact-sm' | 'compact-md' | undefined
  readonly color?: 'brick' | 'marigold.5' | undefined
  /** Disables it and covers its words. */
  readonly loading?: boolean | undefined
  readonly leftSection?: ReactNode
}

type ButtonProps<Root extends ElementType> = ButtonLook & {
  /** The element or the component of a link that looks like a button. */
  readonly component?: Root
} & Omit<ComponentProps<Root>, keyof ButtonLook | 'component'>

/** A button of the public pages, or a link that looks like one. */
export function Button<Root extends ElementType = 'button'>(props: ButtonProps<Root>) {
  const { component, variant, size, color, loading, leftSection, className, style, children, ...others } =
    props as ButtonProps<'button'> // whose props every root has
  const { disabled = false } = others
  const Root: ElementType = component ?? 'button'
  return (
    <Root
      {...(component === undefined && { type: 'button' })}
      {...others}
      {...((disabled || loading) && { disabled: true })}
      className={classesOf(
        'mantine-focus-auto',
        !disabled && !loading && 'mantine-active',
        className,
        'm_77c9d27d m_87cf2631',
      )}
      style={{ ...sizeOf(size), ...coloursOf(variant, color), ...style }}
      data-variant={variant}
      data-size={size}
      data-disabled={disabled || undefined}
      data-loading={loading ? true : undefined}
      data-with-left-section={Boolean(leftSection) || undefined}
    >
      {loading && (
        <span className="m_a25b86ee" aria-hidden>
          <Loader size="calc(var(--button-height) / 1.8)" color="var(--button-color)" />
        </span>
      )}
      <span className="m_80f1301b">
        {leftSection && (
          <span className="m_a74036a" data-position="left">
            {leftSection}
          </span>
        )}
        <span className="m_811560b9" data-loading={loading ? true : undefined}>
          {children}
        </span>
      </span>
    </Root>
  )
}

/** Joins the given classes. */
export const classesOf = (...names: readonly (string | false | undefined)[]) =>
  names.filter(Boolean).join(' ')

/** Styles with variables, which are no part of React's type. */
export type Variables = CSSProperties & Readonly<Record<`--${string}`, string>>

function sizeOf(size: ButtonLook['size']): Variables {
  if (size === undefined) return {}
  return {
    '--button-height': `var(--button-height-${size})`,
    '--button-padding-x': `var(--button-padding-x-${size})`,
    '--button-fz': `var(--mantine-font-size-${size.replace('compact-', '')})`,
  }
}

const border = 'calc(0.0625rem * var(--mantine-scale)) solid'

function coloursOf(variant: ButtonLook['variant'] = 'filled', color?: ButtonLook['color']): Variables {
  const colours = (ground: string, hover: string, text: string, line = 'transparent') => ({
    '--button-bg': ground,
    '--button-hover': hover,
    '--button-color': text,
    '--button-bd': `${border} ${line}`,
  })
  const of = (name: string) => `var(--mantine-color-${name})`
  if (variant === 'default')
    return colours(of('default'), of('default-hover'), of('default-color'), of('default-border'))
  if (variant === 'subtle') {
    const name = color ?? 'aubergine'
    return colours('transparent', of(`${name}-light-hover`), of(`${name}-light-color`))
  }
  if (color === 'marigold.5') return colours(of('marigold-5'), of('marigold-6'), of('black'))
  if (color !== undefined) return colours(of(`${color}-filled`), of(`${color}-filled-hover`), of('white'))
  return { '--button-color': of('white') }
}

interface LoaderProps extends ComponentProps<'span'> {
  /** A length; that of Mantine's middle size unless given. */
  readonly size?: string
  readonly color: string
}

/** A turning ring. */
export function Loader({ size, color, ...others }: LoaderProps) {
  const look: Variables = { ...(size && { '--loader-size': size }), '--loader-color': color }
  return <span {...others} className="m_b34414df m_5ae2e3c" style={look} />
}
