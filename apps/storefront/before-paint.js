// Runs before the first paint: the build puts it into every document (tooling/site/first-script.ts).

// So that a dark screen never flashes light.
document.documentElement.setAttribute(
  'data-mantine-color-scheme',
  window.matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light',
)

// So that whoever has a session does not see what is for everybody else.
try {
  if (window.localStorage.getItem('giftwell-auth') !== null)
    document.documentElement.setAttribute('data-session', '')
} catch {
  // Where the browser forbids storage, nobody has a session.
}

// What a page shows already comes before the code that makes it live, which would take the network from its fonts and
// first picture, and keep the browser from painting them.
const { start } = document.currentScript.dataset
if (start !== undefined) {
  const longestWait = 1000 // milliseconds
  const framePainted = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
  const firstPaint = () =>
    new Promise((resolve) => {
      new PerformanceObserver((list, observer) => {
        if (list.getEntriesByName('first-contentful-paint').length === 0) return
        observer.disconnect()
        resolve()
      }).observe({ type: 'paint', buffered: true })
    })
  const painted = async () => {
    const first = document.querySelectorAll('img[fetchpriority="high"]')
    await Promise.all([firstPaint(), ...[...first].map((picture) => picture.decode().catch(() => undefined))])
    await framePainted()
    await framePainted()
  }

  // What is pressed before anything listens is pressed again when it does. Links lead where they lead without it.
  const pressed = new Map()
  const { promise: firstPress, resolve: hurry } = Promise.withResolvers()
  let key
  const note = (event) => {
    key = event.key
  }
  const forget = () => {
    key = undefined
  }
  const hold = (event) => {
    const control = event.target.closest('button, input[type="radio"], input[type="checkbox"]')
    if (control === null) return
    // A choice shows at once; what a button would do by itself waits.
    if (control.type !== 'radio') event.preventDefault()
    event.stopImmediatePropagation()
    // Of a list that the arrow keys walk through, only where they have come to.
    for (const other of pressed.keys())
      if (control.type === 'radio' && other.name === control.name) pressed.delete(other)
    pressed.set(control, key)
    hurry()
  }
  // A picture that fails before anything listens fails again when it does, so that something else takes its place.
  const failed = new Set()
  const noteFailure = ({ target }) => {
    if (target instanceof HTMLImageElement) failed.add(target)
  }
  const listeners = { keydown: note, pointerdown: forget, click: hold, error: noteFailure }
  const letGo = () => {
    for (const [type, listener] of Object.entries(listeners))
      document.removeEventListener(type, listener, true)
  }
  const chooseAsBefore = () => {
    for (const choice of document.querySelectorAll('input[type="radio"]'))
      choice.checked = choice.defaultChecked
  }
  const pressAgain = () => {
    for (const [control, byKey] of pressed) {
      if (!control.isConnected) continue
      // Whoever listens for the key that chose is told of it, too.
      if (byKey !== undefined)
        control.dispatchEvent(new KeyboardEvent('keydown', { key: byKey, bubbles: true }))
      // Only what is not chosen yet can be.
      if (control.type === 'radio') control.checked = false
      control.click()
    }
  }
  const failAgain = () => {
    for (const picture of failed)
      if (picture.complete && picture.naturalWidth === 0) picture.dispatchEvent(new Event('error'))
  }
  for (const [type, listener] of Object.entries(listeners)) document.addEventListener(type, listener, true)
  window.addEventListener(
    'giftwell:live',
    () => {
      // After what changes in the page at that very moment.
      setTimeout(() => {
        letGo()
        failAgain()
        pressAgain()
      })
    },
    { once: true },
  )

  const begin = async () => {
    // Nothing is painted in a tab that nobody looks at.
    if (document.visibilityState === 'visible') {
      const enough = new Promise((resolve) => setTimeout(resolve, longestWait))
      await Promise.race([painted(), firstPress, enough])
    }
    for (const link of document.querySelectorAll('link[data-rel]')) link.rel = link.dataset.rel
    try {
      await import(start)
    } catch (error) {
      // The page can still be read, as it is for everybody.
      console.error('The website could not start', error)
      document.documentElement.removeAttribute('data-session')
      letGo()
      chooseAsBefore()
    }
  }
  document.addEventListener('DOMContentLoaded', () => void begin())
}
