import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/**
 * Preloaded into a fuzzed process: on each message of the parent process it collects garbage and replies with the
 * remaining memory.
 */
setFlagsFromString('--expose-gc')
// The flag exposes `gc` in contexts that are created after it.
const collect = runInNewContext('gc') as () => void

process.on('message', (message) => {
  if (message !== 'memory') return
  collect()
  collect()
  process.send?.(process.memoryUsage())
})
// The listener must not prevent the process from exiting.
process.channel?.unref()
