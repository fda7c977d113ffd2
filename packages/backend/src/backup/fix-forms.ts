import type { SqlSession } from '../database/database.ts'

/**
 * Lets the database write and read values in one form until the end of the transaction, whatever was set for it, for
 * its role or for its server: a date of `01/02/2026` or a rounded number would be restored as another one. Rows
 * that a policy hides are an error then and not left out.
 */
export async function fixForms(session: SqlSession): Promise<void> {
  await session.run(`
    set local datestyle = 'ISO, YMD';
    set local intervalstyle = 'postgres';
    set local extra_float_digits = 3;
    set local bytea_output = 'hex';
    set local timezone = 'UTC';
    set local row_security = off;
  `)
}
