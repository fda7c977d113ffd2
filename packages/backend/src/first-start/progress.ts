import type { SqlSession } from '../database/database.ts'

/** The steps of a first start, each done at most once in the life of a database. */
export type Step = 'administrator' | 'catalogue'

/** Whether a step was done, by this start or by an earlier one. */
export async function isDone(session: SqlSession, step: Step): Promise<boolean> {
  const { rows } = await session.query('select from backend.progress where step = $1', [step])
  return rows.length > 0
}

/** Records a step in the transaction that does it, so that a start that is cut off has done both or neither. */
export async function recordDone(session: SqlSession, step: Step, value: string): Promise<void> {
  await session.query('insert into backend.progress (step, value) values ($1, $2)', [step, value])
}
