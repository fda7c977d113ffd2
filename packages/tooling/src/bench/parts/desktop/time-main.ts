import { registerHooks } from 'node:module'

// `node time-main.ts ADDRESS`: prints how many milliseconds main takes to load, with a stand-in for Electron. A process
// of its own each time: a second import would find everything in memory.

const [, , address = ''] = process.argv
const standIn = new URL('stand-in-electron.ts', import.meta.url).href
await import(standIn)
registerHooks({
  resolve: (name, context, next) =>
    name === 'electron' ? { url: standIn, shortCircuit: true } : next(name, context),
})

const start = performance.now()
await import(address)
process.stdout.write(String(performance.now() - start))
// Main has begun to wait for the system.
process.exit()
