import { LazyBoundary, lazyComponent } from '@giftwell/shared/ui/lazy/lazy-component.tsx'
import { Button } from '@giftwell/shared/ui/plain-controls.tsx'
import { useSite } from '@giftwell/shared/ui/use-site.ts'
import { type ComponentProps, useState } from 'react'

const SampleDialog = lazyComponent(async () => (await import('./sample-dialog.tsx')).SampleDialog)

/** Opens the request for a sample of a product, where the owner offers samples; its dialog is loaded then. */
export function SampleButton(props: Pick<ComponentProps<typeof SampleDialog>, 'product' | 'colour'>) {
  const { offers_samples: isOffered } = useSite()
  const [isOpen, setOpen] = useState<boolean>()
  if (isOffered === false) return null
  return (
    <>
      <Button
        variant="default"
        className="no-print"
        style={{ height: '2.75rem', alignSelf: 'flex-start' }}
        onClick={() => setOpen(true)}
      >
        Request a sample
      </Button>
      {isOpen !== undefined && (
        <LazyBoundary>
          <SampleDialog {...props} opened={isOpen} onClose={() => setOpen(false)} />
        </LazyBoundary>
      )}
    </>
  )
}
