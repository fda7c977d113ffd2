interface Connection {
  readonly saveData?: boolean
  readonly effectiveType?: string
}

/**
 * Whether the network can be asked for what may never be needed: not when somebody wants to save data, and not on lines
 * so slow that it would stand in the way of what is needed. Browsers that do not tell are taken to have room.
 */
export function hasSpareNetwork(): boolean {
  // Not in TypeScript's own types, since not every browser has it.
  const { connection } = navigator as { connection?: Connection }
  return connection?.saveData !== true && !/2g/.test(connection?.effectiveType ?? '')
}
