import {
  ColumnNode,
  CommonTableExpressionNameNode,
  CommonTableExpressionNode,
  type KyselyPlugin,
  sql,
  UpdateQueryNode,
  WithNode,
} from 'kysely'
import { requestContext } from '../database/request-context.ts'

/**
 * Ends an account's other sessions in the statement that stores its new password, so that a stolen session never
 * survives it: their tokens are refused and renewed no more.
 * Upstream: leaves the other sessions.
 */
export const endOtherSessions: KyselyPlugin = {
  transformQuery({ node }) {
    const account = requestContext.getStore()?.account
    if (account === undefined || !UpdateQueryNode.is(node) || !setsPassword(node)) return node
    // Their refresh tokens are deleted with them.
    const ended = sql`
      (delete from auth.sessions
      where user_id = ${account.id} and id is distinct from ${account.session ?? null}::uuid)`
    const name = CommonTableExpressionNameNode.create('ended')
    return { ...node, with: WithNode.create(CommonTableExpressionNode.create(name, ended.toOperationNode())) }
  },
  transformResult: async ({ result }) => result,
}

function setsPassword({ updates = [] }: UpdateQueryNode): boolean {
  return updates.some(({ column }) => ColumnNode.is(column) && column.column.name === 'encrypted_password')
}
