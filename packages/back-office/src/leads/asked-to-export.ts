/** The state of a history entry that starts the export. A link or a reload of its address does not. */
export const askedToExport = { export: 'leads' }

/** Whether a history entry has this state. */
export function isAskedToExport(state: unknown): boolean {
  return Object(state).export === askedToExport.export
}
