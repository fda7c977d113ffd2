/**
 * How often a fault is repeated in a run: a few times with every test run, and as often as the promise says in
 * `FAULT_ROUNDS=20 npm test -- unit`.
 */
export const faultRounds = Number(process.env['FAULT_ROUNDS'] ?? '3')
