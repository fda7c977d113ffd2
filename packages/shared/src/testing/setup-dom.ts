import '@testing-library/jest-dom/vitest'
import { cleanup, configure, getConfig } from '@testing-library/react'
import * as React from 'react'
import { afterEach } from 'vitest'

// Browser APIs that jsdom lacks. Each acts like a browser in which nothing happens: no media query
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

// React's development build takes a stack of each element for its warnings, up to a number of elements a second.
const internals: unknown = Reflect.get(
  React,
  '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE',
)
if (typeof internals === 'object' && internals !== null)
  Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', {
    get: () => Infinity,
    set: () => {},
    configurable: true,
  })

const { getElementError } = getConfig()

configure({
  // Awaited changes come at once, unless the machine is busy.
  asyncUtilTimeout: 10_000,
  // While something is waited for, each attempt would print the document; the error of the last one does.
  getElementError: (message, container) =>
    Reflect.get(getConfig(), '_disableExpensiveErrorDiagnostics') === true
      ? Object.assign(new Error(message ?? ''), { name: 'TestingLibraryElementError' })
      : getElementError(message, container),
})

afterEach(() => {
  cleanup()
  localStorage.clear()
  sessionStorage.clear()
  // Given by what holds the focus for a moment.
  document.body.removeAttribute('tabindex')
})
