// Runs before the first paint. A file of its own, since the page allows no inline scripts.

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
  const pressed = new Set()
  const { promise: firstPress, resolve: hurry } = Promise.withResolvers()
  const hold = (event) => {
    const control = event.target.closest('button, input[type="radio"], input[type="checkbox"]')
    if (control === null) return
    event.preventDefault()
    event.stopImmediatePropagation()
    pressed.add(control)
    hurry()
  }
  const letGo = () => document.removeEventListener('click', hold, true)
  const pressAgain = () => {
    for (const control of pressed) if (control.isConnected) control.click()
  }
  document.addEventListener('click', hold, true)
  window.addEventListener(
    'giftwell:live',
    () => {
      letGo()
      // After what changes in the page at that very moment.
      setTimeout(pressAgain)
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
    }
  }
  document.addEventListener('DOMContentLoaded', () => void begin())
}
