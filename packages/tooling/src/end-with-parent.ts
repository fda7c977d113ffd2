/**
 * Calls `end` when the parent process ends or closes the IPC channel to this one. Without a channel (a command typed by
 * hand) nothing happens. The channel does not keep this process running.
 */
export function endWithParent(end: () => void = () => process.exit(1)): void {
  process.on('disconnect', end)
  process.channel?.unref()
}
