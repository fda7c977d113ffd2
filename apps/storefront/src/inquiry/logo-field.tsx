import { errorMessage } from '@giftwell/shared/kernel/app-error.ts'
import { fileSize } from '@giftwell/shared/kernel/file-size.ts'
import { logoFiles } from '@giftwell/shared/quotations/logo-files.ts'
import { Button } from '@giftwell/shared/ui/plain-controls.tsx'
import { type Ref, useId, useLayoutEffect, useRef, useState } from 'react'

import classes from './logo-field.module.css'
import { chooseLogo, removeLogo, useOwnLogo } from './own-logo.ts'

/** Moves the focus to what takes the place of a pressed control, and not the page: the picture stays in view. */
export function useFocusAfter(shown: unknown) {
  const isPressed = useRef(false)
  const target = useRef<HTMLElement>(null)
  const before = useRef(shown)
  useLayoutEffect(() => {
    if (before.current === shown) return
    before.current = shown
    if (isPressed.current) target.current?.focus({ preventScroll: true })
    isPressed.current = false
  })
  return {
    press: () => {
      isPressed.current = true
    },
    focusRef: (element: HTMLElement | null) => {
      target.current = element
    },
  }
}

interface LogoPickerProps {
  readonly focusRef?: Ref<HTMLInputElement> | undefined
  readonly label: string
  readonly hint: string
  readonly onFile: (file: File) => Promise<void>
}

/** A field for one logo file; reports why a file is rejected. */
export function LogoPicker({ label, hint, onFile, focusRef }: LogoPickerProps) {
  const id = useId()
  const [failure, setFailure] = useState('')
  const [isReading, setReading] = useState(false)

  async function read(file: File) {
    setFailure('')
    setReading(true)
    try {
      await onFile(file)
    } catch (error) {
      console.warn(error)
      setFailure(errorMessage(error))
    }
    setReading(false)
  }

  return (
    <div className={classes.picker}>
      <label htmlFor={id}>{label}</label>
      <input
        ref={focusRef}
        id={id}
        type="file"
        accept={logoFiles}
        aria-describedby={`${id}-hint`}
        aria-invalid={failure !== '' || undefined}
        aria-busy={isReading || undefined}
        onChange={({ currentTarget }) => {
          const file = currentTarget.files?.[0]
          // The same file can be chosen again.
          currentTarget.value = ''
          if (file) void read(file)
        }}
      />
      <span id={`${id}-hint`} className={classes.hint}>
        {hint}
      </span>
      {failure !== '' && (
        <span role="alert" className={classes.failure}>
          {failure}
        </span>
      )}
    </div>
  )
}

/** The visitor's logo, which goes with the inquiry and stays in the browser before. */
export function LogoField() {
  const logo = useOwnLogo()
  const { press, focusRef } = useFocusAfter(logo)
  if (logo === null)
    return (
      <LogoPicker
        label="Your logo"
        hint="SVG, PDF, AI, EPS, PNG or JPEG, at most 10 MB. It stays on this device until you send your inquiry."
        focusRef={focusRef}
        onFile={(file) => {
          press()
          return chooseLogo(file)
        }}
      />
    )
  const { file, url } = logo
  return (
    <div className={classes.chosen} role="group" aria-label="Your logo">
      {url !== null && <img src={url} alt="" className={classes.mark} />}
      <span className={classes.text}>
        <strong>{file.name}</strong>
        <span className={classes.hint}>Your logo, {fileSize(file.size)}. It is sent with your inquiry.</span>
      </span>
      <Button
        variant="default"
        size="compact-sm"
        aria-label={`Remove ${file.name}`}
        ref={focusRef}
        onClick={() => {
          press()
          removeLogo()
        }}
      >
        Remove
      </Button>
    </div>
  )
}
