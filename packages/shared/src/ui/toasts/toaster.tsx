import { WhenIdle, lazyComponent } from '../lazy/lazy-component.tsx'

/** Mantine's notifications. */
export const ToastView = lazyComponent(async () => (await import('./toast-view.tsx')).ToastView)

/** Shows the toasts of the app. Their view is loaded when the browser is idle. */
export function Toaster() {
  return (
    <WhenIdle>
      <ToastView />
    </WhenIdle>
  )
}
