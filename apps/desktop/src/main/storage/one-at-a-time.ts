/** Runs a task once all those before it have ended, whether or not they succeeded. */
export type OneAtATime = <T>(task: () => Promise<T>) => Promise<T>

/** A queue: what is asked last happens last, so that two writes cannot overtake each other. */
export function createOneAtATime(): OneAtATime {
  let last: Promise<unknown> = Promise.resolve()
  return async (task) => {
    const running = last.then(task)
    last = running.catch(() => undefined)
    return running
  }
}
