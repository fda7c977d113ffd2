/** Milliseconds after which it is done in any case: a page out of sight is not painted. */
const longestWait = 300

/** Runs once the browser has painted what is on the page by then. Returns the way to let it be. */
export function afterPaint(action: () => void): () => void {
  let task: ReturnType<typeof setTimeout> | undefined
  const frame = requestAnimationFrame(() => {
    task = setTimeout(run) // what a frame calls comes before its painting
  })
  const latest = setTimeout(run, longestWait)

  function end() {
    cancelAnimationFrame(frame)
    clearTimeout(task)
    clearTimeout(latest)
  }
  function run() {
    end()
    action()
  }
  return end
}
