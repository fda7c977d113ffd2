/** Whether `TEST_FULL=1` asks for every round: `npm run test:full`, and the hosted workflow at night. */
export const isFullRun = process.env['TEST_FULL'] === '1'

/** How often a test repeats a fault, a race or a generated input: few by default, all of them in a full run. */
export function rounds(short: number, full: number): number {
  return isFullRun ? full : short
}

/** How often a process is killed; `FAULT_ROUNDS=20 npm test -- unit` repeats what docs/reliability.md reports. */
export const faultRounds = Number(process.env['FAULT_ROUNDS'] ?? rounds(1, 3))
