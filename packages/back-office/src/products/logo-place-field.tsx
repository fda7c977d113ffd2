import { Input, SimpleGrid, Text } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import type { PointerEvent, ReactNode } from 'react'

import { ShownImage } from '../images/image-preview.tsx'
import type { ImageUpload } from '../images/image-upload.ts'
import { useFieldValue } from '../record/fields.tsx'
import classes from './product-fields.module.css'
import type { ProductForm } from './product-form.ts'

/** Where a logo goes on the first picture, in per cent of its width and height. */
export const logoPlace = ['logo_x', 'logo_y', 'logo_width'] as const
const usual = { x: 50, y: 55, width: 25 }

interface LogoPlaceFieldProps {
  readonly form: UseFormReturnType<ProductForm>
  readonly image: ImageUpload
  /** The fields with the numbers, for the keyboard. */
  readonly children: ReactNode
}

/** A typed per cent; the usual one where it is empty or no number. */
const placed = (typed: number | undefined, other: number) =>
  typed === undefined || !(typed > 0) ? other : typed

/** The place of a logo on the product's picture, which a press or a drag sets: there buyers see theirs first. */
export function LogoPlaceField({ form, image, children }: LogoPlaceFieldProps) {
  const [x, y, width] = [
    useFieldValue(form, 'logo_x'),
    useFieldValue(form, 'logo_y'),
    useFieldValue(form, 'logo_width'),
  ].map(Number)
  const isPlaced = [x, y, width].some(Boolean)

  function place({ currentTarget, clientX, clientY, buttons, type }: PointerEvent<HTMLElement>) {
    if (type === 'pointermove' && buttons === 0) return
    const { left, top, width: across, height } = currentTarget.getBoundingClientRect()
    const percent = (part: number) => String(Math.min(Math.max(Math.round(part * 100), 1), 100))
    form.setFieldValue('logo_x', percent((clientX - left) / across))
    form.setFieldValue('logo_y', percent((clientY - top) / height))
    if (!width) form.setFieldValue('logo_width', String(usual.width))
  }

  return (
    <Input.Wrapper
      component="div"
      label="Place of the logo"
      description="Where buyers first see their logo when they try it on the picture. Press or drag to place it. Otherwise it is in the middle."
    >
      {image.image.kind === 'none' ? (
        <Text size="sm" c="dimmed" my={6}>
          Add a picture first.
        </Text>
      ) : (
        // The fields below do the same by the keyboard.
        <div
          role="group"
          aria-label="Place of the logo on the picture"
          className={classes.logo}
          onPointerDown={place}
          onPointerMove={place}
        >
          <ShownImage image={image.image} />
          {isPlaced && (
            <span
              aria-hidden
              style={{
                left: `${placed(x, usual.x)}%`,
                top: `${placed(y, usual.y)}%`,
                width: `${placed(width, usual.width)}%`,
              }}
            />
          )}
        </div>
      )}
      <SimpleGrid minColWidth="min(170px, 100%)" autoFlow="auto-fit">
        {children}
      </SimpleGrid>
    </Input.Wrapper>
  )
}
