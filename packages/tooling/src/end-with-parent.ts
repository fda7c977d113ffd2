/**
 * Calls `end` when the process that started this one goes away or asks it to end, by closing the channel between
 * them. Without such a channel (a command typed by hand) nothing happens. The channel alone keeps nobody running.
 */
export function endWithParent(end: () => void = () => process.exit(1)): void {
  process.on('disconnect', end)
  process.channel?.unref()
}
