import '@testing-library/jest-dom/vitest'
import { cleanup, configure } from '@testing-library/react'
import { afterEach } from 'vitest'

// What a browser has and jsdom lacks. Each answers like a browser in which nothing happens: no media query
// matches, no element changes its size, nothing scrolls.

class UneventfulObserver implements ResizeObserver, IntersectionObserver {
  readonly root = null
  readonly rootMargin = ''
  readonly scrollMargin = ''
  readonly thresholds = []
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
  takeRecords(): [] {
    return []
  }
}

function matchNothing(query: string): MediaQueryList {
  return Object.assign(new EventTarget(), {
    matches: false,
    media: query,
    onchange: null,
    addListener: () => {},
    removeListener: () => {},
  })
}

window.matchMedia = matchNothing
window.ResizeObserver = UneventfulObserver
window.IntersectionObserver = UneventfulObserver
window.HTMLElement.prototype.scrollIntoView = () => {}
window.HTMLElement.prototype.setPointerCapture = () => {}
window.scrollTo = () => {}
// Node's takes no file of jsdom.
window.URL.createObjectURL = (file) => `blob:${file instanceof File ? file.name : ''}`
window.URL.revokeObjectURL = () => {}
window.Blob.prototype.stream = function stream() {
  return new ReadableStream({
    start: async (controller) => {
      controller.enqueue(new Uint8Array(await this.arrayBuffer()))
      controller.close()
    },
  })
}
// jsdom's stop for good when a test fakes the timers that it starts them with.
const { setTimeout: setRealTimeout, clearTimeout: clearRealTimeout } = globalThis
const frameMs = 16
window.requestAnimationFrame = (callback) =>
  Number(setRealTimeout(() => callback(performance.now()), frameMs))
window.cancelAnimationFrame = (frame) => clearRealTimeout(frame)
// Node's delivers its messages to the next test, too.
Reflect.deleteProperty(window, 'BroadcastChannel')

// What is waited for comes at once, unless the machine is busy.
configure({ asyncUtilTimeout: 10_000 })

afterEach(() => {
  cleanup()
  localStorage.clear()
  sessionStorage.clear()
  // Given by what holds the focus for a moment.
  document.body.removeAttribute('tabindex')
})
