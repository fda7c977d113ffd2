import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/**
 * Loaded before the program of a fuzzed process: whenever the process that started it asks, it collects what nobody
 * uses any more and answers with the memory that is left.
 */
setFlagsFromString('--expose-gc')
// The flag puts the function into contexts that are made after it.
const collect = runInNewContext('gc') as () => void

process.on('message', (message) => {
  if (message !== 'memory') return
  collect()
  collect()
  process.send?.(process.memoryUsage())
})
// Listening for messages must not keep a process alive that has nothing else to do.
process.channel?.unref()
