/**
 * The built preload as a script of the page, with a fake of the parts of `electron` that a sandboxed preload gets. Calls go
 * through the binding `name`; events of main arrive as DOM events of that name.
 */
export function preloadInPage(preload: string, name: string): string {
  return `(() => {
  const invokeMain = window[${JSON.stringify(name)}]
  delete window[${JSON.stringify(name)}]
  const listeners = new Map()
  window.addEventListener(${JSON.stringify(name)}, ({ detail: { channel, data } }) => {
    for (const listener of listeners.get(channel) ?? []) listener({}, data)
  })
  const electron = {
    contextBridge: {
      exposeInMainWorld: (key, api) => Object.defineProperty(window, key, { value: Object.freeze(api) }),
    },
    ipcRenderer: {
      invoke: (channel, ...args) => invokeMain(channel, ...args),
      on: (channel, listener) => listeners.set(channel, [...(listeners.get(channel) ?? []), listener]),
      removeListener: (channel, listener) =>
        listeners.set(channel, (listeners.get(channel) ?? []).filter((other) => other !== listener)),
    },
  }
  const require = (id) => {
    if (id === 'electron') return electron
    throw new Error('module not found: ' + id)
  }
  const module = { exports: {} }
  ;(function (require, module, exports, process) {
${preload}
  })(require, module, module.exports, { platform: 'linux' })
})()`
}
