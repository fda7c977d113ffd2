import type { SqlSession } from '../database/database.ts'

/** The steps of a first start, each done at most once in the life of a database. */
export type Step = 'administrator' | 'catalogue' | 'demo images'

/** What a step was recorded with, by this start or by an earlier one; null when it was not come to. */
export async function valueOf(session: SqlSession, step: Step): Promise<string | null> {
  const { rows } = await session.query('select value from backend.progress where step = $1', [step])
  return rows[0] === undefined ? null : String(rows[0]['value'])
}

/** Records a step in the transaction that does it, so that a start that is cut off has done both or neither. */
export async function recordDone(session: SqlSession, step: Step, value: string): Promise<void> {
  await session.query(
    `insert into backend.progress (step, value) values ($1, $2)
     on conflict (step) do update set value = excluded.value`,
    [step, value],
  )
}
